import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  connectWebhookSecret,
  onboardedAccount,
  openSandbox,
  pay,
  webhookSecret,
  type Opened,
} from './testing.ts'

let opened: Opened
beforeEach(() => {
  opened = openSandbox()
  opened.sandbox.start()
})
afterEach(() => opened.sandbox.close())

const received = () => opened.inbox.map(({ body }) => (JSON.parse(body) as { type: string }).type)

test('a webhook has a signature that the official Stripe package accepts', async () => {
  const account = await onboardedAccount(opened)
  const intent = await pay(opened.stripe, 1000)
  await opened.stripe.transfers.create({ amount: 500, currency: 'usd', destination: account.id })
  await opened.stripe.refunds.create({ payment_intent: intent.id })
  await expect
    .poll(() => received().toSorted())
    .toEqual([
      'account.updated',
      'charge.refunded',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
      'refund.created',
      'transfer.created',
    ])
  for (const { body, signature } of opened.inbox) {
    const secret = body.includes('"account.updated"') ? connectWebhookSecret : webhookSecret
    const event = await opened.stripe.webhooks.constructEventAsync(body, signature, secret)
    const stored = await opened.stripe.events.retrieve(event.id)
    expect(stored.data).toEqual(event.data)
  }
  await expect(
    opened.stripe.webhooks.constructEventAsync(
      `${opened.inbox[0]?.body} `,
      opened.inbox[0]?.signature ?? '',
      webhookSecret,
    ),
  ).rejects.toThrow('signature')
})

test('webhook events of connected accounts are signed only with the secret of the Connect endpoint', async () => {
  const account = await onboardedAccount(opened)
  await pay(opened.stripe, 1000, 'usd', 'pm_card_bypassPending')
  await opened.stripe.transfers.create({ amount: 500, currency: 'usd', destination: account.id })
  await opened.control('payouts', { account: account.id, outcome: 'paid' })
  await expect.poll(received).toContain('payout.paid')
  await expect.poll(received).toContain('transfer.created')
  const verifiedBy = async (secret: string) => {
    const types = []
    for (const { body, signature } of opened.inbox) {
      const event = opened.stripe.webhooks.constructEventAsync(body, signature, secret)
      types.push(await event.then(({ type }) => type).catch(() => undefined))
    }
    return types.filter((type) => type !== undefined).toSorted()
  }
  expect(await verifiedBy(connectWebhookSecret)).toEqual([
    'account.updated',
    'payout.created',
    'payout.paid',
  ])
  expect(await verifiedBy(webhookSecret)).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
    'transfer.created',
  ])
})

test('a declined card causes the webhook events payment_intent.payment_failed and charge.failed', async () => {
  await expect(pay(opened.stripe, 1000, 'usd', 'pm_card_chargeDeclined')).rejects.toThrow(
    'declined',
  )
  await expect.poll(received).toContain('payment_intent.payment_failed')
  await expect.poll(received).toContain('charge.failed')
})

test('a rejected Stripe request emits no webhook event', async () => {
  await expect(opened.stripe.refunds.create({ payment_intent: 'pi_nothing' })).rejects.toThrow(
    'No such',
  )
  expect((await opened.stripe.events.list()).data).toEqual([])
})

test('a webhook delivery is repeated until the receiver accepts it', async () => {
  opened.receiver.status = 500
  await opened.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
  await expect.poll(() => opened.inbox.length).toBeGreaterThan(1)
  opened.receiver.status = 200
  await expect.poll(() => opened.control('webhooks')).toEqual({ mode: 'on', waiting: 0 })
  expect((await opened.control('state')).webhooks.deliveries).toMatchObject([
    { state: 'delivered' },
  ])
  expect(new Set(opened.inbox.map(({ body }) => body)).size).toBe(1)
})

describe('held webhook deliveries', () => {
  beforeEach(() => opened.control('webhooks', { mode: 'hold' }))

  test('a flush sends held webhook deliveries in the requested order and the requested number of times', async () => {
    await pay(opened.stripe)
    expect(opened.inbox).toEqual([])
    await opened.control('webhooks/flush', { order: 'reverse', times: 2 })
    expect(received()).toEqual([
      'payment_intent.succeeded',
      'payment_intent.succeeded',
      'charge.succeeded',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.created',
    ])
    expect(await opened.control('webhooks/flush', {})).toEqual({ deliveries: [] })
    expect((await opened.control('webhooks/flush', { which: 'all' })).deliveries).toHaveLength(3)
    expect(
      (await opened.control('webhooks/flush', { which: 'all', most: 1 })).deliveries,
    ).toMatchObject([{ type: 'payment_intent.succeeded' }])
  })

  test('held webhook deliveries are sent when the delivery mode changes to on', async () => {
    await opened.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
    await opened.control('webhooks', { mode: 'on' })
    await expect.poll(received).toEqual(['payment_intent.created'])
  })
})

test('webhook events that occur while the delivery mode is off are stored but never delivered', async () => {
  await opened.control('webhooks', { mode: 'off' })
  await opened.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
  await opened.control('webhooks', { mode: 'on' })
  await opened.stripe.accounts.create({})
  expect((await opened.control('webhooks/flush', { which: 'all' })).deliveries).toEqual([])
  expect((await opened.stripe.events.list()).data).toHaveLength(1)
})

test('webhook events of types that are not enabled are stored but never delivered', async () => {
  const { sandbox, stripe, inbox } = openSandbox({ enabledEvents: ['payment_intent.succeeded'] })
  sandbox.start()
  await pay(stripe)
  await expect.poll(() => inbox).toHaveLength(1)
  expect(inbox[0]?.body).toContain('"payment_intent.succeeded"')
  expect(
    (await stripe.events.list()).data.map(({ type, pending_webhooks }) => [type, pending_webhooks]),
  ).toEqual([
    ['payment_intent.succeeded', 1],
    ['charge.succeeded', 0],
    ['payment_intent.created', 0],
  ])
  await sandbox.close()
})

test('a webhook is delivered after the configured delay', async () => {
  const { sandbox, stripe, inbox } = openSandbox({ webhookDelayMs: 300 })
  sandbox.start()
  const from = performance.now()
  await stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
  await expect.poll(() => inbox, { interval: 5 }).toHaveLength(1)
  // Allows 1 ms less, because the due time is rounded down to milliseconds.
  expect(performance.now() - from).toBeGreaterThanOrEqual(299)
  await sandbox.close()
})
