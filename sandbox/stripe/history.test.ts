import { afterEach, beforeEach, expect, test } from 'vitest'
import { available, openSandbox, type Opened } from './testing.ts'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

const day = 86_400
const start = 1_750_000_000

/**
 * Test history: one guest paid $110.00, and $90.00 of it was transferred to the host. Another guest
 * paid ¥5,500, of which ¥2,000 were refunded.
 */
const history = {
  accounts: [{ id: 'acct_old', email: 'host@example.com', created: start }],
  payments: [
    {
      payment_intent: 'pi_old_1',
      charge: 'ch_old_1',
      amount: 11_000,
      currency: 'USD',
      created: start + day,
      metadata: { payment_id: '1' },
      transfer_group: 'payment_1',
      refunds: [],
    },
    {
      payment_intent: 'pi_old_2',
      charge: 'ch_old_2',
      amount: 5500,
      currency: 'jpy',
      created: start + 2 * day,
      metadata: {},
      transfer_group: 'payment_2',
      refunds: [{ id: 're_old', amount: 2000, created: start + 3 * day }],
    },
  ],
  transfers: [
    {
      id: 'tr_old',
      amount: 9000,
      currency: 'usd',
      destination: 'acct_old',
      source_transaction: 'ch_old_1',
      transfer_group: 'payment_1',
      created: start + 4 * day,
    },
  ],
}

test('an imported history appears in the payments, balances and transfers of the Stripe fake', async () => {
  expect(await opened.control('history', history)).toEqual({ added: 5 })
  const { stripe } = opened
  expect(
    await stripe.paymentIntents.retrieve('pi_old_1', {
      expand: ['latest_charge.balance_transaction'],
    }),
  ).toMatchObject({
    status: 'succeeded',
    amount_received: 11_000,
    currency: 'usd',
    created: start + day,
    metadata: { payment_id: '1' },
    latest_charge: {
      id: 'ch_old_1',
      created: start + day,
      paid: true,
      transfer_group: 'payment_1',
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      balance_transaction: { amount: 11_000, created: start + day, type: 'charge' },
    },
  })
  expect(await stripe.charges.retrieve('ch_old_2')).toMatchObject({ amount_refunded: 2000 })
  expect(await stripe.accounts.retrieve('acct_old')).toMatchObject({
    email: 'host@example.com',
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
  })
  expect((await stripe.transfers.list({ transfer_group: 'payment_1' })).data).toMatchObject([
    { id: 'tr_old', created: start + 4 * day },
  ])
  expect((await stripe.balanceTransactions.list({ currency: 'jpy' })).data).toMatchObject([
    { type: 'refund', net: -2000, created: start + 3 * day },
    { type: 'charge', net: 5500 },
  ])
  const [platform, connected] = await Promise.all([
    stripe.balance.retrieve(),
    stripe.balance.retrieve({}, { stripeAccount: 'acct_old' }),
  ])
  expect([available(platform), available(platform, 'jpy'), available(connected)]).toEqual([
    2000, 3500, 9000,
  ])
})

test('importing the same history again adds nothing, and no import emits events', async () => {
  await opened.control('history', history)
  const timeless = async () => ({ ...(await opened.control('state')), now: undefined })
  const before = await timeless()
  expect(await opened.control('history', history)).toEqual({ added: 0 })
  expect(await timeless()).toEqual(before)
  expect(before.webhooks.deliveries).toEqual([])
  expect((await opened.stripe.events.list()).data).toEqual([])
})

test('an imported payment can be refunded, and an imported transfer reduces the transferable amount of its charge', async () => {
  await opened.control('history', history)
  await opened.stripe.refunds.create({ payment_intent: 'pi_old_2' })
  const balance = await opened.stripe.balance.retrieve()
  expect(available(balance, 'jpy')).toBe(0)
  await expect(
    opened.stripe.transfers.create({
      amount: 2001,
      currency: 'usd',
      destination: 'acct_old',
      source_transaction: 'ch_old_1',
    }),
  ).rejects.toThrow('already $90.00 transferred')
})

test('a history import that contains an invalid refund fails and changes nothing', async () => {
  const refunds = [{ id: 're_old', amount: 5501, created: start + 3 * day }]
  const [first, second] = history.payments
  const response = await opened.control('history', {
    ...history,
    payments: [first, { ...second, refunds }],
  })
  expect(response.error.message).toContain('greater than unrefunded amount')
  await expect(opened.stripe.charges.retrieve('ch_old_1')).rejects.toThrow('No such charge')
  expect((await opened.stripe.balance.retrieve()).available).toEqual([])
})
