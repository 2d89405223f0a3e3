import { expect, test } from 'vitest'
import { asUser } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'

/** Amount of a two-hour booking at 100.00 per hour. */
const { totalMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()

/** Books a space, cancels the booking with a full refund, and returns the booking. */
async function cancelled(card?: string) {
  const booked = await books.book({ ...(card && { card }) })
  await books.cancel(booked)
  return booked
}

test('a failed refund is recorded, emailed to the guest and retried when due', async () => {
  const booked = await cancelled()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.endRefund(booked, { action: 'fail' })
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    status: 'cancelled',
    refund_status: 'retrying',
    refunded: totalMinor / 100,
  })
  expect(await books.mailsTo(booked.guest)).toContain('refund-came-back')
  await market.postAsServer('reconcile-payments', {})
  expect(await books.refundsOf(booked)).toHaveLength(1)

  await books.retryRefunds(booked)
  await books.agree()
  expect(await books.refundsOf(booked)).toMatchObject([
    { status: 'succeeded', amount: totalMinor },
    { status: 'failed', amount: totalMinor },
  ])
  expect(await books.booking(booked)).toMatchObject({
    refund_status: 'succeeded',
    refunded: totalMinor / 100,
  })
  expect(await books.mailsTo(booked.guest)).toContain('refund-made')
})

test('a refund is retried even if Stripe reports the failure before the success was recorded', async () => {
  const booked = await cancelled('pm_card_refundFail')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'retrying' })
  expect(await books.refundRow(booked)).toMatchObject({ attempt: 2 })
})

test('a refund needs an admin after three failures, or after one failure because the card has expired', async () => {
  const stubborn = await cancelled('pm_card_refundFail')
  await books.retryRefunds(stubborn)
  await books.retryRefunds(stubborn)
  await books.retryRefunds(stubborn)
  expect(await books.refundsOf(stubborn)).toHaveLength(3)
  const expired = await cancelled()
  await books.endRefund(expired, { action: 'fail', reason: 'expired_or_canceled_card' })
  await books.agree()
  for (const booked of [stubborn, expired])
    expect(await books.booking(booked)).toMatchObject({
      refund_status: 'failed',
      refunded: totalMinor / 100,
    })
  expect(await books.countMails('refund-needs-you')).toBe(2)
})

test('only an admin can retry a failed refund or mark it as settled', async () => {
  const { sql } = market.server
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const booked = await cancelled()
  await books.endRefund(booked, { action: 'fail', reason: 'lost_or_stolen_card' })
  await market.webhooksDelivered()
  const { id } = await books.refundRow(booked)
  const resolve = (person: string, action: string) =>
    asUser(sql, person, (tx) => tx`select public.resolve_failed_refund(${id}, ${action})`)
  await expect(resolve(booked.guest.id, 'settled')).rejects.toThrow('Admins only')

  await resolve(admin.id, 'retry')
  await market.postAsServer('reconcile-payments', {})
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.endRefund(booked, { action: 'fail', reason: 'lost_or_stolen_card' })
  await market.webhooksDelivered()
  await resolve(admin.id, 'settled')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    refund_status: 'settled',
    refunded: totalMinor / 100,
  })
  await expect(resolve(admin.id, 'retry')).rejects.toThrow('not waiting')
})

test('a booking shows a refund as pending until the bank completes it', async () => {
  const booked = await cancelled('pm_card_pendingRefund')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'pending' })
  await books.endRefund(booked, { action: 'succeed' })
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
})
