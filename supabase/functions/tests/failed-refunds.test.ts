import { expect, test } from 'vitest'
import { asUser, auditOf } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { interceptStripe } from './intercept-stripe.ts'

const { totalMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()

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

test('a failed refund is scheduled for a retry even if Stripe reports the failure before the success was recorded', async () => {
  const booked = await cancelled('pm_card_refundFail')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'retrying' })
  expect(await books.refundRow(booked)).toMatchObject({ attempt: 2 })
})

test('admins get an email about a refund after three failures, or after one failure because the card has expired', async () => {
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
  const resolve = (person: string, action: string, note = '') =>
    asUser(sql, person, (tx) => tx`select public.resolve_failed_refund(${id}, ${action}, ${note})`)
  await expect(resolve(booked.guest.id, 'settled')).rejects.toThrow('Admins only')
  await expect(resolve(admin.id, 'settled')).rejects.toThrow('how and why')

  await resolve(admin.id, 'retry')
  await market.postAsServer('reconcile-payments', {})
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
  await books.endRefund(booked, { action: 'fail', reason: 'lost_or_stolen_card' })
  await market.webhooksDelivered()
  await resolve(admin.id, 'settled', 'Bank transfer of 20 November')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    refund_status: 'settled',
    refunded: totalMinor / 100,
  })
  await expect(resolve(admin.id, 'retry')).rejects.toThrow('not waiting')
  const decisions = await sql`
    select actor_id, action, note from public.money_decisions where refund_id = ${id} order by id`
  expect(decisions).toEqual([
    { actor_id: admin.id, action: 'retry', note: '' },
    { actor_id: admin.id, action: 'settled', note: 'Bank transfer of 20 November' },
  ])
  const audit = await sql`
    select admin_id, action, reason from public.admin_actions where target_id = ${id} order by id`
  expect(audit).toEqual([
    { admin_id: admin.id, action: 'refund.retry', reason: '' },
    { admin_id: admin.id, action: 'refund.settled', reason: 'Bank transfer of 20 November' },
  ])
  expect(await auditOf(sql, admin.id, id)).toEqual(
    ['refund.retry', 'refund.settled'].map((action) => ({
      action,
      target: 'Loft',
      booking_id: booked.id,
      amount: `${totalMinor} USD`,
    })),
  )
})

test('an admin can settle a refund that Stripe has refused three times, and the guest can then delete the account', async () => {
  const { sql } = market.server
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const booked = await books.book()
  const refused = interceptStripe('/v1/refunds', async (_address, usual, init) =>
    init?.method === 'POST'
      ? Response.json(
          { error: { type: 'invalid_request_error', message: 'This charge has been disputed.' } },
          { status: 400 },
        )
      : usual(),
  )
  const { body } = await books.cancel(booked)
  expect(body).toMatchObject({ status: 'cancelled' })
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'pending' })
  await books.retryRefunds(booked)
  await books.retryRefunds(booked)
  const { id } = await books.refundRow(booked)
  const [row] = await sql`
    select status, attempt, last_error from public.refunds where id = ${id}`
  expect(row).toEqual({
    status: 'failed',
    attempt: 4,
    last_error: 'This charge has been disputed.',
  })
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'failed' })
  expect(await books.mailsTo(booked.guest)).toContain('refund-came-back')
  await books.retryRefunds(booked)
  refused.mockRestore()
  expect((await books.refundRow(booked)).attempt).toBe(4)

  const blockers = () => sql`select kind from public.account_deletion_blockers(${booked.guest.id})`
  expect(await blockers()).toEqual([{ kind: 'refund' }])
  const note = 'Bank transfer, because the charge was disputed'
  await asUser(
    sql,
    admin.id,
    (tx) => tx`select public.resolve_failed_refund(${id}, 'settled', ${note})`,
  )
  expect(await blockers()).toEqual([])
  await books.agree()
})

test('a booking shows a refund as pending until the bank completes it', async () => {
  const booked = await cancelled('pm_card_pendingRefund')
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'pending' })
  await books.endRefund(booked, { action: 'succeed' })
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'succeeded' })
})
