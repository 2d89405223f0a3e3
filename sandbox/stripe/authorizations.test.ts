import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { available, card, confirmAsBrowser, openSandbox, type Opened } from './testing.ts'

const day = 86_400
const unexpectedState = { statusCode: 400, code: 'payment_intent_unexpected_state' }

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

const newIntent = (currency = 'usd') =>
  opened.stripe.paymentIntents.create({
    amount: 5000,
    currency,
    capture_method: 'manual',
    automatic_payment_methods: { enabled: true },
  })

async function authorized(): Promise<string> {
  const intent = await newIntent()
  const confirmed = await confirmAsBrowser(opened, intent, card('4242424242424242'))
  expect(confirmed.status).toBe('requires_capture')
  return intent.id
}

async function stateOf(id: string) {
  const intent = await opened.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const { data: refunds } = await opened.stripe.refunds.list({ payment_intent: id })
  return { intent, charge: intent.latest_charge as Stripe.Charge, refunds }
}

const balance = async () => available(await opened.stripe.balance.retrieve())

/** Returns the types of the events that followed the authorization, oldest first. */
async function laterEvents(): Promise<string[]> {
  const { data } = await opened.stripe.events.list({ limit: 100 })
  const types = data.map(({ type }) => type).toReversed()
  expect(types.slice(0, 3)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.amount_capturable_updated',
  ])
  return types.slice(3)
}

test('a confirmed payment with manual capture is authorized without moving money', async () => {
  const { intent, charge } = await stateOf(await authorized())
  expect(intent).toMatchObject({ amount_capturable: 5000, amount_received: 0 })
  expect(charge).toMatchObject({
    status: 'succeeded',
    paid: true,
    captured: false,
    amount_captured: 0,
    balance_transaction: null,
    payment_method_details: { card: { capture_before: charge.created + 7 * day } },
  })
  expect(await balance()).toBe(0)
  expect((await opened.stripe.balanceTransactions.list()).data).toEqual([])
  expect(await laterEvents()).toEqual([])
  const { data } = await opened.stripe.events.list({ type: 'charge.succeeded' })
  expect(data[0]?.data.object).toMatchObject({ captured: false })
})

test('a payment with manual capture and 3-D Secure is authorized after the 3-D Secure step', async () => {
  const intent = await newIntent()
  const { next_action } = await confirmAsBrowser(opened, intent, card('4000002500003155'))
  const sdk = next_action?.use_stripe_sdk as { stripe_js: string } | undefined
  const url = sdk?.stripe_js ?? ''
  const body = new URLSearchParams({ result: 'complete' })
  const response = await opened.sandbox.fetch(new Request(url, { method: 'POST', body }))
  expect(response.headers.get('location')).toContain('redirect_status=succeeded')
  expect((await stateOf(intent.id)).intent).toMatchObject({ status: 'requires_capture' })
  const page = await (await opened.sandbox.fetch(new Request(url))).text()
  expect(page).toContain('Authorized, not captured')
})

test('after a declined card, a payment with manual capture can be authorized with another card', async () => {
  const intent = await newIntent()
  await expect(confirmAsBrowser(opened, intent, card('4000000000000002'))).rejects.toMatchObject({
    code: 'card_declined',
  })
  expect((await stateOf(intent.id)).charge).toMatchObject({ status: 'failed', captured: false })
  await confirmAsBrowser(opened, intent, card('4242424242424242'))
  expect((await stateOf(intent.id)).intent).toMatchObject({ status: 'requires_capture' })
})

test('an authorized payment cannot be confirmed, refunded or disputed', async () => {
  const id = await authorized()
  const { charge } = await stateOf(id)
  await expect(
    opened.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
  ).rejects.toMatchObject(unexpectedState)
  await expect(opened.stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
    'is not captured',
  )
  const { error } = await opened.control('disputes', { charge: charge.id, action: 'open' })
  expect(error.message).toContain('cannot be disputed')
})

describe('capture', () => {
  test('a repeated capture with the same idempotency key returns the same response, and a repeated capture without the key fails', async () => {
    const id = await authorized()
    const capture = () =>
      opened.stripe.paymentIntents.capture(id, {}, { idempotencyKey: 'capture-1' })
    const captured = await capture()
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 5000,
    })
    expect(await capture()).toEqual(captured)
    const { charge, refunds } = await stateOf(id)
    expect(charge).toMatchObject({ captured: true, amount_captured: 5000, amount_refunded: 0 })
    expect(refunds).toEqual([])
    const movement = await opened.stripe.balanceTransactions.retrieve(
      String(charge.balance_transaction),
    )
    expect(movement).toMatchObject({ type: 'charge', amount: 5000, fee: 0, source: charge.id })
    expect(await balance()).toBe(5000)
    await expect(opened.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      ...unexpectedState,
      payment_intent: { id },
    })
    expect(await laterEvents()).toEqual(['charge.captured', 'payment_intent.succeeded'])
    await opened.stripe.refunds.create({ payment_intent: id })
    expect(await balance()).toBe(0)
  })

  test('a partial capture releases the uncaptured amount, and only the captured amount can be refunded', async () => {
    const id = await authorized()
    await expect(
      opened.stripe.paymentIntents.capture(id, { amount_to_capture: 5001 }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'amount_to_capture' })
    await opened.stripe.paymentIntents.capture(id, { amount_to_capture: 2000 })
    const { intent, charge, refunds } = await stateOf(id)
    expect(intent).toMatchObject({ amount: 5000, amount_received: 2000, amount_capturable: 0 })
    expect(charge).toMatchObject({ amount_captured: 2000, amount_refunded: 3000, refunded: false })
    expect(refunds).toMatchObject([{ amount: 3000, balance_transaction: null }])
    expect(await balance()).toBe(2000)
    await opened.stripe.refunds.create({ payment_intent: id })
    expect((await stateOf(id)).charge).toMatchObject({ amount_refunded: 5000, refunded: true })
    expect(await balance()).toBe(0)
  })

  test('a payment that is not authorized cannot be captured', async () => {
    const open = await newIntent()
    await expect(opened.stripe.paymentIntents.capture(open.id)).rejects.toMatchObject(
      unexpectedState,
    )
  })

  test('a payment whose capture was refused stays authorized and can still be cancelled', async () => {
    const id = await authorized()
    await opened.control('authorizations', { payment_intent: id, action: 'refuse' })
    await expect(opened.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'charge_expired_for_capture',
    })
    expect((await stateOf(id)).intent).toMatchObject({ status: 'requires_capture' })
    expect(await balance()).toBe(0)
    await opened.stripe.paymentIntents.cancel(id)
    expect((await stateOf(id)).intent).toMatchObject({ status: 'canceled' })
  })
})

test('cancelling an authorized payment releases the authorized amount without moving money', async () => {
  const id = await authorized()
  await opened.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
  const { intent, charge, refunds } = await stateOf(id)
  expect(intent).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
    amount_capturable: 0,
    amount_received: 0,
  })
  expect(charge).toMatchObject({ captured: false, refunded: true, amount_refunded: 5000 })
  expect(refunds).toMatchObject([{ amount: 5000, balance_transaction: null }])
  expect(await balance()).toBe(0)
  expect(await laterEvents()).toEqual(['charge.refunded', 'payment_intent.canceled'])
  await expect(opened.stripe.paymentIntents.capture(id)).rejects.toMatchObject(unexpectedState)
})

describe('expiry', () => {
  test('an authorization of the Stripe fake expires after seven days of its clock, without an API request', async () => {
    const id = await authorized()
    await opened.control('clock', { advance: 7 * day - 60 })
    expect((await stateOf(id)).intent).toMatchObject({ status: 'requires_capture' })
    await opened.control('clock', { advance: 60 })
    const state = await opened.control('state')
    expect(state.webhooks.deliveries.map(({ type }) => type).slice(-2)).toEqual([
      'charge.expired',
      'payment_intent.canceled',
    ])
    const { intent, charge, refunds } = await stateOf(id)
    expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' })
    expect(charge).toMatchObject({ captured: false, refunded: true, amount_refunded: 5000 })
    expect(refunds).toMatchObject([{ reason: 'expired_uncaptured_charge' }])
    expect(await balance()).toBe(0)
    await expect(opened.stripe.paymentIntents.capture(id)).rejects.toMatchObject(unexpectedState)
  })

  test('captured, cancelled and declined payments of the Stripe fake do not expire after seven days', async () => {
    const captured = await authorized()
    await opened.stripe.paymentIntents.capture(captured)
    const cancelled = await authorized()
    await opened.stripe.paymentIntents.cancel(cancelled)
    const declined = await newIntent()
    await expect(confirmAsBrowser(opened, declined, card('4000000000000002'))).rejects.toThrow(
      'declined',
    )
    await opened.control('clock', { advance: 30 * day })
    expect((await stateOf(captured)).intent).toMatchObject({ status: 'succeeded' })
    expect((await stateOf(cancelled)).intent).toMatchObject({ cancellation_reason: null })
    expect((await stateOf(declined.id)).intent).toMatchObject({ status: 'requires_payment_method' })
    expect((await opened.stripe.events.list({ type: 'charge.expired' })).data).toEqual([])
  })

  test('a test control of the Stripe fake expires an authorization immediately', async () => {
    const id = await authorized()
    await opened.control('authorizations', { payment_intent: id, action: 'expire' })
    expect((await stateOf(id)).intent).toMatchObject({ cancellation_reason: 'automatic' })
    expect(await laterEvents()).toEqual(['charge.expired', 'payment_intent.canceled'])
  })
})
