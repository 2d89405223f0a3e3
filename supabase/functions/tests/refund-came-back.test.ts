import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '../../tests/records.ts'
import { openBooks } from './books.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let books: ReturnType<typeof openBooks>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  books = openBooks(market)
})

afterAll(() => market.world.stop())

/** A booking that its guest has cancelled, with everything refunded. */
async function cancelled(card?: string) {
  const booked = await books.book({ ...(card && { card }) })
  await booked.guest.call('cancel-booking', { bookingId: booked.id })
  return booked
}

const lastRefund = async (booked: Awaited<ReturnType<typeof cancelled>>) =>
  (await books.refundsOf(booked))[0]!.id

test('the ledger, the booking and the guest are told, and the next day it is tried again', async () => {
  const booked = await cancelled()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.failRefund(await lastRefund(booked))
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    status: 'cancelled',
    refund_status: 'retrying',
    refunded: 220,
  })
  expect(await books.mailsTo(booked.guest)).toContain('refund-came-back')
  await market.postAsServer('reconcile-payments', {})
  expect(await books.refundsOf(booked)).toHaveLength(1)

  await books.retryRefunds(booked)
  await books.agree()
  expect(await books.refundsOf(booked)).toMatchObject([
    { status: 'succeeded', amount: 22_000 },
    { status: 'failed', amount: 22_000 },
  ])
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded', refunded: 220 })
  expect(await books.mailsTo(booked.guest)).toContain('refund-made')
})

test('what comes back before its success was written down is tried again as well', async () => {
  const booked = await cancelled('pm_card_refundFail')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'retrying' })
  const [refund] = await market.world.sql`
    select attempt from public.refunds join public.payments on payments.id = payment_id
    where stripe_charge_id = ${booked.charge}`
  expect(refund).toMatchObject({ attempt: 2 })
})

test('the third time it is put to an admin, and so is a card that is no more, at once', async () => {
  const stubborn = await cancelled('pm_card_refundFail')
  await books.retryRefunds(stubborn)
  await books.retryRefunds(stubborn)
  await books.retryRefunds(stubborn)
  expect(await books.refundsOf(stubborn)).toHaveLength(3)
  const expired = await cancelled()
  await books.failRefund(await lastRefund(expired), 'expired_or_canceled_card')
  await books.agree()
  for (const booked of [stubborn, expired])
    expect(await books.booking(booked)).toMatchObject({ refund_status: 'failed', refunded: 220 })
  const toTheCompany = await market.world.sql`
    select from public.outgoing_mails where template = 'refund-needs-you'`
  expect(toTheCompany).toHaveLength(2)
})

test('an admin asks the card once more, or has paid by other means; nobody else may say so', async () => {
  const { sql } = market.world
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const booked = await cancelled()
  await books.failRefund(await lastRefund(booked), 'lost_or_stolen_card')
  await market.webhooksDelivered()
  const [{ id }] = await sql<[{ id: string }]>`
    select refunds.id from public.refunds join public.payments on payments.id = payment_id
    where stripe_charge_id = ${booked.charge}`
  const takeUp = (person: string, action: string) =>
    asPerson(sql, person, (as) => as`select public.take_up_refund(${id}, ${action})`)
  await expect(takeUp(booked.guest.id, 'settled')).rejects.toThrow('Admins only')

  await takeUp(admin.id, 'retry')
  await market.postAsServer('reconcile-payments', {})
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.failRefund(await lastRefund(booked), 'lost_or_stolen_card')
  await market.webhooksDelivered()
  await takeUp(admin.id, 'settled')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'settled', refunded: 220 })
  await expect(takeUp(admin.id, 'retry')).rejects.toThrow('not waiting')
})

test('a refund that waits is on its way until it has arrived', async () => {
  const booked = await cancelled('pm_card_pendingRefund')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'pending' })
  await market.world.stripe.control('refunds', {
    refund: await lastRefund(booked),
    action: 'succeed',
  })
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
})
