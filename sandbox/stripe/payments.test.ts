import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { card, confirmAsBrowser, openSandbox, pay, type Opened } from './testing.ts'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

const confirmInBrowser = (intent: Stripe.PaymentIntent, details: object) =>
  confirmAsBrowser(opened, intent, details)

test('a card payment updates the payment intent and creates a charge and a balance transaction', async () => {
  const created = await opened.stripe.paymentIntents.create({
    amount: 4500,
    currency: 'JPY',
    metadata: { space: 'sp_1' },
    transfer_group: 'booking_1',
  })
  expect(created).toMatchObject({
    status: 'requires_payment_method',
    currency: 'jpy',
    livemode: false,
  })
  const result = await confirmInBrowser(created, card('4242 4242 4242 4242'))
  expect(result).toMatchObject({ status: 'succeeded', amount: 4500 })

  const intent = await opened.stripe.paymentIntents.retrieve(created.id, {
    expand: ['latest_charge.balance_transaction', 'payment_method'],
  })
  expect(intent.latest_charge).toMatchObject({
    amount: 4500,
    paid: true,
    metadata: { space: 'sp_1' },
    transfer_group: 'booking_1',
    balance_transaction: { net: 4500, fee: 0, currency: 'jpy', type: 'charge' },
  })
  expect(intent.payment_method).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
  expect(JSON.stringify(intent)).not.toContain('$sandbox')
})

describe('declined cards', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['4000000000000069', 'expired_card', '', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', '', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      '',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', /non test \(live\) card/],
    ['4242424242424241', 'incorrect_number', '', 'Your card number is incorrect.'],
  ])(
    'the test card %s is declined with code "%s" and decline code "%s"',
    async (number, code, decline_code, message) => {
      const intent = await opened.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
      const error = await confirmInBrowser(intent, card(number)).catch((error: unknown) => error)
      expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
      expect((error as Error).message).toMatch(message)
      const after = await opened.stripe.paymentIntents.retrieve(intent.id)
      expect(after.status).toBe('requires_payment_method')
    },
  )

  test('a declined payment intent stores the error and can then be paid with a different card', async () => {
    const intent = await opened.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await expect(confirmInBrowser(intent, card('4000000000000002'))).rejects.toMatchObject({
      payment_intent: { id: intent.id, last_payment_error: { code: 'card_declined' } },
    })
    const charges = await opened.stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data).toMatchObject([
      { status: 'failed', failure_code: 'card_declined', balance_transaction: null },
    ])
    await expect(confirmInBrowser(intent, card('4242424242424242'))).resolves.toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  test.each([
    ['invalid_expiry_year', { exp_year: 2020 }],
    ['invalid_expiry_month', { exp_month: 13 }],
    ['invalid_cvc', { cvc: '12' }],
  ])('a payment with invalid card details is declined with code %s', async (code, overrides) => {
    const intent = await opened.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await expect(
      confirmInBrowser(intent, card('4242424242424242', overrides)),
    ).rejects.toMatchObject({ code })
  })

  test('a payment with a test id such as pm_card_visa_chargeDeclined is declined with the code of that test card', async () => {
    await expect(
      pay(opened.stripe, 1000, 'usd', 'pm_card_visa_chargeDeclined'),
    ).rejects.toMatchObject({ code: 'card_declined' })
    await expect(
      pay(opened.stripe, 1000, 'usd', 'pm_card_chargeDeclinedInsufficientFunds'),
    ).rejects.toMatchObject({ decline_code: 'insufficient_funds' })
  })
})

describe('payment intents', () => {
  test('a cancelled payment intent cannot be confirmed, and a succeeded payment intent cannot be cancelled', async () => {
    const open = await opened.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const canceled = await opened.stripe.paymentIntents.cancel(open.id, {
      cancellation_reason: 'abandoned',
    })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    await expect(confirmInBrowser(open, card('4242424242424242'))).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const paid = await pay(opened.stripe)
    await expect(opened.stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: paid.id },
    })
  })

  test('updating an unpaid payment intent changes its amount and merges its metadata', async () => {
    const open = await opened.stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      metadata: { a: '1', b: '2' },
    })
    const updated = await opened.stripe.paymentIntents.update(open.id, {
      amount: 1500,
      metadata: { b: '', c: '3' },
    })
    expect(updated).toMatchObject({ amount: 1500, metadata: { a: '1', c: '3' } })
    expect(updated.metadata).not.toHaveProperty('b')
  })

  test('the list of payment intents is returned in pages, newest first', async () => {
    const ids = []
    for (let count = 0; count < 5; count += 1)
      ids.unshift((await opened.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })).id)
    const first = await opened.stripe.paymentIntents.list({ limit: 2 })
    expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] })
    const all = await opened.stripe.paymentIntents
      .list({ limit: 2 })
      .autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
  })
})

describe('rejected requests', () => {
  test.each([
    [{ amount: 0, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 12.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 100, currency: 'usd', amuont: 1 }, 'parameter_unknown', 'amuont'],
    [{ amount: 100, currency: 'xyz' }, undefined, 'currency'],
  ])(
    'creating a payment intent with %o is rejected with code %s for parameter %s',
    async (params, code, param) => {
      await expect(
        opened.stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams),
      ).rejects.toMatchObject({ statusCode: 400, code, param })
    },
  )

  test('the Stripe fake responds with 404 to unknown ids and with 401 to unknown API keys', async () => {
    await expect(opened.stripe.paymentIntents.retrieve('pi_nothing')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    const response = await opened.sandbox.fetch(
      new Request('http://localhost/v1/balance', {
        headers: { authorization: 'Bearer sk_test_other' },
      }),
    )
    expect(response.status).toBe(401)
  })

  test('reading a payment intent with the publishable key requires the client secret and returns no metadata', async () => {
    const intent = await opened.stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
      metadata: { secret: '1' },
    })
    await expect(opened.browser.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      code: 'resource_missing',
    })
    const result = await opened.browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    })
    expect(result).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect(result).not.toHaveProperty('metadata')
    await expect(opened.browser.balance.retrieve()).rejects.toMatchObject({
      code: 'secret_key_required',
    })
  })
})
