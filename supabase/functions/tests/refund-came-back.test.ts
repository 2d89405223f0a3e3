import { expect, test } from 'vitest'
import { asUser } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'

const { market, books } = await openMarketWithBooks()

/** A booking that its guest has cancelled, with everything refunded. */
async function cancelled(card?: string) {
  const booked = await books.book({ ...(card && { card }) })
  await books.cancel(booked)
  return booked
}

test('the ledger, the booking and the guest are told, and the next day it is tried again', async () => {
  const booked = await cancelled()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.endRefund(booked, { action: 'fail' })
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
  expect(await books.refundRow(booked)).toMatchObject({ attempt: 2 })
})

test('the third time it is put to an admin, and so is a card that is no more, at once', async () => {
  const stubborn = await cancelled('pm_card_refundFail')
  await books.retryRefunds(stubborn)
  await books.retryRefunds(stubborn)
  await books.retryRefunds(stubborn)
  expect(await books.refundsOf(stubborn)).toHaveLength(3)
  const expired = await cancelled()
  await books.endRefund(expired, { action: 'fail', reason: 'expired_or_canceled_card' })
  await books.agree()
  for (const booked of [stubborn, expired])
    expect(await books.booking(booked)).toMatchObject({ refund_status: 'failed', refunded: 220 })
  expect(await books.countMails('refund-needs-you')).toBe(2)
})

test('an admin asks the card once more, or has paid by other means; nobody else may say so', async () => {
  const { sql } = market.server
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const booked = await cancelled()
  await books.endRefund(booked, { action: 'fail', reason: 'lost_or_stolen_card' })
  await market.webhooksDelivered()
  const { id } = await books.refundRow(booked)
  const takeUp = (person: string, action: string) =>
    asUser(sql, person, (as) => as`select public.resolve_failed_refund(${id}, ${action})`)
  await expect(takeUp(booked.guest.id, 'settled')).rejects.toThrow('Admins only')

  await takeUp(admin.id, 'retry')
  await market.postAsServer('reconcile-payments', {})
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.endRefund(booked, { action: 'fail', reason: 'lost_or_stolen_card' })
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
  await books.endRefund(booked, { action: 'succeed' })
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
})
