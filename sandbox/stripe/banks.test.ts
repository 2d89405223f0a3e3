import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { available, onboardedAccount, openSandbox, pay, type Opened } from './testing.ts'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

const balance = async () => available(await opened.stripe.balance.retrieve())
const eventTypes = async () => (await opened.stripe.events.list()).data.map(({ type }) => type)

async function paidCharge(card?: string): Promise<string> {
  const intent = await pay(opened.stripe, 1000, 'usd', card)
  return (intent.latest_charge as { id: string }).id
}

describe('failed refunds', () => {
  test('a failed refund returns the money to the platform, and the charge can then be refunded again', async () => {
    const charge = await paidCharge()
    const { id } = await opened.stripe.refunds.create({ charge })
    await opened.control('refunds', { refund: id, action: 'fail', reason: 'declined' })
    expect(await opened.stripe.refunds.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'declined',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await opened.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    })
    expect(await balance()).toBe(1000)
    expect((await eventTypes()).slice(0, 3)).toEqual([
      'charge.refund.updated',
      'refund.updated',
      'refund.failed',
    ])
    expect((await opened.control('refunds', { refund: id, action: 'fail' })).error.message).toBe(
      `Refund ${id} is failed.`,
    )
    await opened.stripe.refunds.create({ charge })
    expect(await balance()).toBe(0)
  })

  test('a refund to the test card pm_card_refundFail first reports success and then fails', async () => {
    const charge = await paidCharge('pm_card_refundFail')
    const refund = await opened.stripe.refunds.create({ charge })
    expect(refund.status).toBe('succeeded')
    expect((await opened.stripe.refunds.retrieve(refund.id)).status).toBe('failed')
  })
})

test('a pending refund to the test card pm_card_pendingRefund succeeds when the bank accepts it', async () => {
  const charge = await paidCharge('pm_card_pendingRefund')
  const { id, status } = await opened.stripe.refunds.create({ charge })
  expect([status, await balance()]).toEqual(['pending', 0])
  await opened.control('refunds', { refund: id, action: 'succeed' })
  expect((await opened.stripe.refunds.retrieve(id)).status).toBe('succeeded')
})

describe('disputes', () => {
  test('each of two disputes of a charge withdraws its own amount, and only the won dispute returns its amount', async () => {
    const charge = await paidCharge()
    const first = await opened.control('disputes', { charge, action: 'open', amount: 300 })
    await opened.control('disputes', { charge, action: 'open' })
    expect(await balance()).toBe(0)
    expect((await opened.control('disputes', { charge, action: 'open' })).error.message).toContain(
      'cannot be disputed',
    )
    await opened.control('disputes', { dispute: first.id, action: 'win' })
    await opened.control('disputes', { charge, action: 'lose' })
    expect(await balance()).toBe(300)
    expect((await opened.stripe.disputes.list({ charge })).data).toMatchObject([
      { amount: 700, status: 'lost' },
      { amount: 300, status: 'won' },
    ])
  })

  test('an inquiry moves no money and allows refunds until it becomes a dispute', async () => {
    const charge = await paidCharge('pm_card_createDisputeInquiry')
    const [inquiry] = (await opened.stripe.disputes.list({ charge })).data
    expect(inquiry).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
      is_charge_refundable: true,
    })
    await opened.stripe.refunds.create({ charge, amount: 100 })
    expect(await balance()).toBe(900)
    await opened.control('disputes', { dispute: inquiry?.id, action: 'escalate' })
    await expect(opened.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
  })

  test('a closed inquiry has the status warning_closed and has moved no money', async () => {
    const charge = await paidCharge()
    const { id } = await opened.control('disputes', { charge, action: 'inquire' })
    await opened.control('disputes', { dispute: id, action: 'lose' })
    expect((await opened.stripe.disputes.retrieve(id)).status).toBe('warning_closed')
    expect(await balance()).toBe(1000)
  })
})

test('a failed payout returns the money to the connected account and emits payout.failed for this account', async () => {
  const account = await onboardedAccount(opened)
  await paidCharge()
  await opened.stripe.transfers.create({ amount: 400, currency: 'usd', destination: account.id })
  const { id } = await opened.control('payouts', { account: account.id, outcome: 'failed' })
  const onAccount = { stripeAccount: account.id }
  expect(await opened.stripe.payouts.retrieve(id, {}, onAccount)).toMatchObject({
    amount: 400,
    status: 'failed',
    failure_code: 'account_closed',
  })
  await expect(opened.stripe.payouts.retrieve(id)).rejects.toThrow('No such payout')
  expect(available(await opened.stripe.balance.retrieve({}, onAccount))).toBe(400)
  const [event] = (await opened.stripe.events.list()).data
  expect(event).toMatchObject({ type: 'payout.failed', account: account.id })
})
