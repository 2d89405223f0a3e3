import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { available, onboardedAccount, openSandbox, pay, type Opened } from './testing.ts'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

describe('refunds', () => {
  test('partial refunds cannot exceed the remaining amount of the charge', async () => {
    const intent = await pay(opened.stripe, 5000)
    const part = await opened.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 2000,
      reason: 'requested_by_customer',
    })
    expect(part).toMatchObject({ amount: 2000, status: 'succeeded', payment_intent: intent.id })
    await expect(
      opened.stripe.refunds.create({ payment_intent: intent.id, amount: 3001 }),
    ).rejects.toThrow('Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)')
    await opened.stripe.refunds.create({ payment_intent: intent.id })
    await expect(opened.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject(
      {
        code: 'charge_already_refunded',
      },
    )
    const [charge] = (
      await opened.stripe.charges.list({ payment_intent: intent.id, expand: ['data.refunds'] })
    ).data
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 5000 })
    expect(charge?.refunds?.data).toHaveLength(2)
    expect(available(await opened.stripe.balance.retrieve())).toBe(0)
  })

  test('a refund of an unpaid payment intent is rejected', async () => {
    const open = await opened.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
    await expect(opened.stripe.refunds.create({ payment_intent: open.id })).rejects.toThrow(
      'successful charge',
    )
  })
})

describe('transfers', () => {
  test('a transfer requires completed onboarding and moves money to the connected account', async () => {
    const account = await opened.stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    })
    const intent = await pay(opened.stripe, 3300)
    const transfer = () =>
      opened.stripe.transfers.create({
        amount: 2700,
        currency: 'usd',
        destination: account.id,
        source_transaction: (intent.latest_charge as { id: string }).id,
        transfer_group: 'booking_1',
      })
    await expect(transfer()).rejects.toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    })
    await opened.control('accounts', { account: account.id, action: 'complete' })
    expect(await transfer()).toMatchObject({
      amount: 2700,
      reversed: false,
      transfer_group: 'booking_1',
    })
    await expect(transfer()).rejects.toThrow('must not exceed the source amount of $33.00')

    const connected = await opened.stripe.balance.retrieve({}, { stripeAccount: account.id })
    expect([available(await opened.stripe.balance.retrieve()), available(connected)]).toEqual([
      600, 2700,
    ])
    expect((await opened.stripe.transfers.list({ transfer_group: 'booking_1' })).data).toHaveLength(
      1,
    )
  })

  test('a transfer without a source charge requires an available balance in its currency', async () => {
    const account = await onboardedAccount(opened)
    await pay(opened.stripe, 1000, 'eur')
    const send = (amount: number, currency: string) =>
      opened.stripe.transfers.create({ amount, currency, destination: account.id })
    await expect(send(100, 'usd')).rejects.toMatchObject({ code: 'balance_insufficient' })
    await expect(send(1001, 'eur')).rejects.toMatchObject({ code: 'balance_insufficient' })
    await expect(send(1000, 'eur')).resolves.toMatchObject({ amount: 1000 })
    const charge = (await pay(opened.stripe, 700, 'eur')).latest_charge as { id: string }
    await opened.stripe.refunds.create({ charge: charge.id })
    const tied = { amount: 500, currency: 'eur', destination: account.id }
    await expect(
      opened.stripe.transfers.create({ ...tied, source_transaction: charge.id }),
    ).resolves.toMatchObject({ amount: 500 })
  })

  test('a transfer with a source charge requires the currency and the amount in which the charge was settled', async () => {
    const account = await onboardedAccount(opened)
    await opened.control('terms', { settlement: { currency: 'eur', rate: 0.5 } })
    const charge = (await pay(opened.stripe, 1000)).latest_charge as { id: string }
    const send = (amount: number, currency: string) =>
      opened.stripe.transfers.create({
        amount,
        currency,
        destination: account.id,
        source_transaction: charge.id,
      })
    await expect(send(500, 'usd')).rejects.toThrow('balance transaction (eur) must be the same')
    await expect(send(501, 'eur')).rejects.toThrow('must not exceed the source amount of €5.00')
    await expect(send(500, 'eur')).resolves.toMatchObject({ amount: 500, currency: 'eur' })
  })

  test('a transfer can be reversed in parts, but only up to its amount', async () => {
    const account = await onboardedAccount(opened)
    await pay(opened.stripe, 1000)
    const transfer = await opened.stripe.transfers.create({
      amount: 900,
      currency: 'usd',
      destination: account.id,
    })
    await opened.stripe.transfers.createReversal(transfer.id, { amount: 400 })
    await expect(
      opened.stripe.transfers.createReversal(transfer.id, { amount: 501 }),
    ).rejects.toThrow('unreversed')
    await opened.stripe.transfers.createReversal(transfer.id)
    expect(await opened.stripe.transfers.retrieve(transfer.id)).toMatchObject({
      reversed: true,
      amount_reversed: 900,
    })
    expect(available(await opened.stripe.balance.retrieve())).toBe(1000)
  })
})

test('the available balance of each currency equals the sum of its balance transactions', async () => {
  const account = await onboardedAccount(opened)
  const intent = await pay(opened.stripe, 5000, 'jpy')
  await pay(opened.stripe, 700, 'usd')
  await opened.stripe.refunds.create({ payment_intent: intent.id, amount: 1200 })
  await opened.stripe.transfers.create({ amount: 3000, currency: 'jpy', destination: account.id })
  const balance = await opened.stripe.balance.retrieve()
  for (const [currency, expected] of [
    ['jpy', 800],
    ['usd', 700],
  ] as const) {
    const transactions = await opened.stripe.balanceTransactions.list({ currency, limit: 100 })
    expect(transactions.data.reduce((sum, { net }) => sum + net, 0)).toBe(expected)
    expect(available(balance, currency)).toBe(expected)
  }
})

describe('disputes', () => {
  test('an open dispute withdraws the money and blocks refunds, and a won dispute returns the money', async () => {
    const intent = await pay(opened.stripe, 1000)
    const charge = (intent.latest_charge as { id: string }).id
    const dispute = await opened.control('disputes', { charge, action: 'open' })
    expect(dispute).toMatchObject({
      object: 'dispute',
      status: 'needs_response',
      charge,
      payment_intent: intent.id,
    })
    expect(available(await opened.stripe.balance.retrieve())).toBe(0)
    await expect(opened.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await opened.control('disputes', { charge, action: 'win' })
    expect(await opened.stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'won' })
    expect(available(await opened.stripe.balance.retrieve())).toBe(1000)
  })

  test('a charge on the test card pm_card_createDispute is disputed immediately', async () => {
    const intent = await pay(opened.stripe, 1000, 'usd', 'pm_card_createDispute')
    const disputes = await opened.stripe.disputes.list({ payment_intent: intent.id })
    expect(disputes.data).toMatchObject([{ reason: 'fraudulent', amount: 1000 }])
  })
})
