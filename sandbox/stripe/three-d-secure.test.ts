import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { card, confirmAsBrowser, openSandbox, pay, type Opened } from './testing.ts'

const challengedCard = '4000002500003155'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

const newIntent = () => opened.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
const show = (url: string) => opened.sandbox.fetch(new Request(url))
const submit = (url: string, result: string) =>
  opened.sandbox.fetch(new Request(url, { method: 'POST', body: new URLSearchParams({ result }) }))

/** Confirms a payment with a 3-D Secure card and returns the URL of the bank's 3-D Secure page. */
async function challengeUrl(
  intent: Stripe.PaymentIntent,
  number = challengedCard,
): Promise<string> {
  const confirmed = await confirmAsBrowser(opened, intent, card(number))
  expect(confirmed).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
  })
  const sdk = confirmed.next_action?.use_stripe_sdk as { stripe_js: string } | undefined
  return sdk?.stripe_js ?? ''
}

/** Returns the query parameters that Stripe adds to the return URL. */
const returnParameters = (intent: Stripe.PaymentIntent, status: string) => ({
  space: '1',
  payment_intent: intent.id,
  payment_intent_client_secret: intent.client_secret,
  redirect_status: status,
})

const searchOf = (url: string | null) => Object.fromEntries(new URL(url ?? '').searchParams)

/** Opens a 3-D Secure page. Returns its status, its HTML and the query of the link in the page. */
async function closedPage(url: string) {
  const response = await show(url)
  const html = await response.text()
  const link = /<a [^>]*href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  return { status: response.status, html, back: searchOf(link ?? null) }
}

test.each([challengedCard, '4000000000003220', '4000002760003184'])(
  'the test card %s requires 3-D Secure, and completing the 3-D Secure step pays the intent',
  async (number) => {
    const intent = await newIntent()
    const url = await challengeUrl(intent, number)
    expect(await (await show(url)).text()).toContain('$10.00')

    const response = await submit(url, 'complete')
    expect(searchOf(response.headers.get('location'))).toEqual(
      returnParameters(intent, 'succeeded'),
    )
    expect((await opened.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  },
)

test('a failed 3-D Secure step leaves the payment intent unpaid', async () => {
  const confirmed = await pay(opened.stripe, 1000, 'usd', 'pm_card_threeDSecure2Required')
  const response = await submit(confirmed.next_action?.redirect_to_url?.url ?? '', 'fail')
  expect(response.headers.get('location')).toContain('redirect_status=failed')
  expect(await opened.stripe.paymentIntents.retrieve(confirmed.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

describe('closed 3-D Secure page', () => {
  const charges = async ({ id }: Stripe.PaymentIntent) =>
    (await opened.stripe.charges.list({ payment_intent: id })).data

  const cases: [
    why: string,
    changeIntent: (intent: Stripe.PaymentIntent, url: string) => Promise<unknown>,
    expected: { title: string; redirect: string; status: string; charges: number },
  ][] = [
    [
      'step already completed',
      (_, url) => submit(url, 'complete'),
      { title: 'already made', redirect: 'succeeded', status: 'succeeded', charges: 1 },
    ],
    [
      'intent paid with another card',
      (intent) => confirmAsBrowser(opened, intent, card('4242424242424242')),
      { title: 'already made', redirect: 'succeeded', status: 'succeeded', charges: 1 },
    ],
    [
      'intent cancelled',
      ({ id }) => opened.stripe.paymentIntents.cancel(id),
      { title: 'was cancelled', redirect: 'failed', status: 'canceled', charges: 0 },
    ],
    [
      'step requested again',
      (intent) => challengeUrl(intent),
      { title: 'was replaced', redirect: 'pending', status: 'requires_action', charges: 0 },
    ],
    [
      'step already failed',
      (_, url) => submit(url, 'fail'),
      {
        title: 'already closed',
        redirect: 'failed',
        status: 'requires_payment_method',
        charges: 0,
      },
    ],
  ]
  test.each(cases)(
    'a closed 3-D Secure page (%s) responds with 410, shows why it is closed and links back to the shop',
    async (_why, changeIntent, expected) => {
      const intent = await newIntent()
      const url = await challengeUrl(intent)
      await changeIntent(intent, url)

      const { status, html, back } = await closedPage(url)
      expect(status).toBe(410)
      expect(html).toMatch(new RegExp(`<h1>[^<]*${expected.title}</h1>`))
      expect(html).not.toContain('<button')
      expect(back).toEqual(returnParameters(intent, expected.redirect))

      // Submits a page that the user opened before the 3-D Secure step was closed.
      const response = await submit(url, 'complete')
      expect(response.status).toBe(303)
      expect(searchOf(response.headers.get('location'))).toEqual(
        returnParameters(intent, expected.redirect),
      )
      expect((await opened.stripe.paymentIntents.retrieve(intent.id)).status).toBe(expected.status)
      expect(await charges(intent)).toHaveLength(expected.charges)
    },
  )
})

test('if two 3-D Secure pages of one payment intent are open, the newer page can complete the payment', async () => {
  const intent = await newIntent()
  await challengeUrl(intent)
  await submit(await challengeUrl(intent), 'complete')
  expect(await opened.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    next_action: null,
  })
})

test('a closed 3-D Secure page is not cached by browsers', async () => {
  const intent = await newIntent()
  const url = await challengeUrl(intent)
  await submit(url, 'fail')
  expect((await show(url)).headers.get('cache-control')).toBe('no-store')
})

test('a 3-D Secure page returns 404 if its token is unknown', async () => {
  const { id } = await newIntent()
  const response = await show(`http://localhost:3000/_sandbox/stripe/authenticate/${id}/guessed`)
  expect(response.status).toBe(404)
})
