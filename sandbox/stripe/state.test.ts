import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { available, openSandbox, pay } from './testing.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'))))
afterEach(() => rm(folder, { recursive: true }))
const open = () => openSandbox({ dataFile: join(folder, 'stripe.db') })

test('a restarted Stripe fake keeps its objects and delivers pending events', async () => {
  const before = open()
  const intent = await pay(before.stripe, 1000)
  const keyed = { idempotencyKey: 'refund-1' }
  const refund = await before.stripe.refunds.create(
    { payment_intent: intent.id, amount: 300 },
    keyed,
  )
  await before.sandbox.close()

  const after = open()
  after.sandbox.start()
  expect((await after.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  expect(
    (await after.stripe.refunds.create({ payment_intent: intent.id, amount: 300 }, keyed)).id,
  ).toBe(refund.id)
  expect(available(await after.stripe.balance.retrieve())).toBe(700)
  await expect.poll(() => after.inbox).toHaveLength(5)
  await after.sandbox.close()
})

test('the clock of the Stripe fake only moves forward, calls its listeners and keeps its offset after a restart', async () => {
  const before = open()
  const listener = vi.fn<(now: Date) => void>()
  before.sandbox.onClockMoved(listener)
  const target = new Date(Date.now() + 30 * 3_600_000)
  await before.control('clock', { now: target.toISOString() })
  await before.control('clock', { advance: 3600 })
  expect(listener).toHaveBeenCalledTimes(2)
  expect(
    (await before.control('clock', { now: new Date().toISOString() })).error.message,
  ).toContain('forwards')
  await before.sandbox.close()

  const after = open()
  const expected = target.getTime() + 3_600_000
  expect(Math.abs(after.sandbox.now().getTime() - expected)).toBeLessThan(60_000)
  const intent = await after.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
  expect(Math.abs(intent.created * 1000 - expected)).toBeLessThan(60_000)
  await after.sandbox.close()
})

test('the test controls of the Stripe fake require the secret key', async () => {
  const { sandbox } = open()
  const response = await sandbox.fetch(
    new Request('http://localhost:3000/_sandbox/stripe/test/state'),
  )
  expect(response.status).toBe(401)
  await sandbox.close()
})

test('during a simulated outage, the Stripe fake either rejects requests without effect or executes them without a response', async () => {
  const { stripe, control, sandbox } = open()
  await control('outage', { kind: 'error' })
  const intent = { amount: 1000, currency: 'usd' }
  const refused = stripe.paymentIntents.create(intent, { maxNetworkRetries: 0 })
  await expect(refused).rejects.toThrow('The sandbox simulates an outage.')
  await control('outage', { kind: 'timeout' })
  const lost = stripe.paymentIntents.create(intent, { maxNetworkRetries: 0, timeout: 100 })
  await expect(lost).rejects.toThrow(/abort|timed out|timeout|simulates/i)
  await control('outage', { kind: 'none' })
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  await sandbox.close()
})

test('restoring the Stripe fake brings back saved objects, balances and held webhook deliveries', async () => {
  const opened = open()
  await opened.control('webhooks', { mode: 'hold' })
  const { id } = await pay(opened.stripe, 1000)
  await opened.control('save', {})
  await pay(opened.stripe, 500)
  await opened.stripe.refunds.create({ payment_intent: id })
  await opened.control('restore', {})
  expect(available(await opened.stripe.balance.retrieve())).toBe(1000)
  expect((await opened.stripe.paymentIntents.list()).data.map((intent) => intent.id)).toEqual([id])
  expect((await opened.control('webhooks/flush', {})).deliveries).toHaveLength(3)
  await opened.sandbox.close()
})
