import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox, pay, type Opened } from './testing.ts'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

test('a repeated request with the same idempotency key gets the same response and creates only one payment intent', async () => {
  const create = () =>
    opened.stripe.paymentIntents.create(
      { amount: 100, currency: 'usd' },
      { idempotencyKey: 'booking-1' },
    )
  const [first, second] = [await create(), await create()]
  expect(second).toEqual(first)
  expect((await opened.stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('concurrent refund requests with the same idempotency key create only one refund', async () => {
  const intent = await pay(opened.stripe, 1000)
  const refund = () =>
    opened.stripe.refunds.create(
      { payment_intent: intent.id, amount: 700 },
      { idempotencyKey: 'r' },
    )
  const refunds = await Promise.all([refund(), refund(), refund()])
  expect(new Set(refunds.map(({ id }) => id)).size).toBe(1)
})

test('a repeated request with the same idempotency key gets the stored error response and is not executed again', async () => {
  const intent = await opened.stripe.paymentIntents.create({
    amount: 100,
    currency: 'usd',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  const confirm = () =>
    opened.stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_chargeDeclined' },
      { idempotencyKey: 'c' },
    )
  await expect(confirm()).rejects.toMatchObject({ code: 'card_declined' })
  await expect(confirm()).rejects.toMatchObject({ code: 'card_declined' })
  expect((await opened.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
})

test('an idempotency key is rejected if it is reused for a request with a different body or path', async () => {
  const create = (amount: number) =>
    opened.stripe.paymentIntents.create(
      { amount, currency: 'usd' },
      { idempotencyKey: 'booking-1' },
    )
  await create(100)
  await expect(create(200)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  await expect(
    opened.stripe.accounts.create({}, { idempotencyKey: 'booking-1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})
