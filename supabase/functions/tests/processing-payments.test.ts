import { expect, test } from 'vitest'
import { interceptStripe, processingAtBank } from './intercept-stripe.ts'
import { openMarketWithBooks } from './books.ts'
import { inDays } from './market.ts'

const { market, books } = await openMarketWithBooks()
const { sql, stripe } = market.server

async function lapsedCheckout(day: number) {
  const guest = await market.person('guest')
  const space = await market.space(await market.person('host'))
  const { body } = await market.checkout(guest, space, inDays(day))
  await sql`
    update public.space_availability set expires_at = now() - interval '1 second'
    where id = (select hold_id from public.payments where id = ${body.paymentId})`
  return { ...body, guest, space }
}

async function statusOf(paymentId: string) {
  const [row] = await sql`select status from public.payments where id = ${paymentId}`
  return row!['status']
}

test('reconcile-payments holds the slot of a payment that a bank is processing, even after the hold has expired', async () => {
  const { space, paymentIntentId } = await lapsedCheckout(2)
  const taken = () => sql`select status from public.taken_times where space_id = ${space.id}`
  expect(await taken()).toEqual([])
  const bank = interceptStripe(paymentIntentId, processingAtBank)
  await market.postAsServer('reconcile-payments', {})
  expect(await taken()).toEqual([{ status: 'held' }])
  const rival = await market.checkout(await market.person('rival'), space, inDays(2))
  bank.mockRestore()
  expect(rival).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
})

test('reconcile-payments checks expired and paid checkouts even if a bank is processing 100 older payments', async () => {
  const busy = await lapsedCheckout(3)
  await sql`
    insert into public.payments
    select (jsonb_populate_record(payments, jsonb_build_object(
      'id', gen_random_uuid(), 'hold_id', null, 'stripe_payment_intent_id', 'pi_busy' || number,
      'created_at', now() - interval '1 hour'))).*
    from public.payments, generate_series(1, 100) as number
    where payments.id = ${busy.paymentId}`
  const abandoned = await lapsedCheckout(4)
  const paid = await lapsedCheckout(5)
  await stripe.control('webhooks', { mode: 'off' })
  await market.pay(paid.clientSecret)
  const bank = interceptStripe('/v1/payment_intents/pi_busy', async () =>
    processingAtBank('', async () => Response.json({ id: 'pi_busy', metadata: {} })),
  )
  // Runs reconcile-payments several times, because one run checks only 100 of the 103 payments.
  await expect
    .poll(async () => {
      await market.postAsServer('reconcile-payments', {})
      return [await statusOf(abandoned.paymentId), await statusOf(paid.paymentId)]
    })
    .toEqual(['abandoned', 'paid'])
  bank.mockRestore()
  await stripe.control('webhooks', { mode: 'on' })
  await sql`delete from public.payments where stripe_payment_intent_id like 'pi_busy%'`
})

/** Moves the time and the hold of a checkout, so that the time ends `hours` hours from now. */
async function endIn(paymentId: string, hours: number) {
  await sql`
    update public.payments set start_time = now() + (${hours}::numeric - 1) * interval '1 hour',
      end_time = now() + ${hours}::numeric * interval '1 hour'
    where id = ${paymentId}`
  await sql`
    update public.space_availability holds
    set start_time = payments.start_time, end_time = payments.end_time
    from public.payments where payments.id = ${paymentId} and holds.id = hold_id`
}

test('a payment that arrives after the booked time is over is refunded in full, and the email to the guest gives this reason', async () => {
  const late = await lapsedCheckout(6)
  await stripe.control('webhooks', { mode: 'off' })
  await endIn(late.paymentId, -0.5)
  await market.pay(late.clientSecret)
  await market.postAsServer('reconcile-payments', {})
  await stripe.control('webhooks', { mode: 'on' })
  const [payment] = await sql`
    select payments.status, payments.booking_id, total_minor::int = refunds.amount_minor::int as in_full,
      refunds.reason, holds.active
    from public.payments
    join public.refunds on refunds.payment_id = payments.id
    join public.space_availability holds on holds.id = hold_id
    where payments.id = ${late.paymentId}`
  expect(payment).toEqual({
    status: 'paid',
    booking_id: null,
    in_full: true,
    reason: 'paid_too_late',
    active: false,
  })
  const again = await late.guest.call('confirm-booking', {
    paymentIntentId: late.paymentIntentId,
  })
  expect(again.body).toMatchObject({ status: 'refunded', bookingId: null })
  const [notice] = await sql`
    select kind, data -> 'is_over' as over from public.notifications
    where user_id = ${late.guest.id}`
  expect(notice).toEqual({ kind: 'slot-gone', over: true })
  await books.agree()
})

test('a payment that arrives during the booked time is confirmed', async () => {
  const begun = await lapsedCheckout(7)
  await endIn(begun.paymentId, 0.5)
  await market.pay(begun.clientSecret)
  const { body } = await begun.guest.call('confirm-booking', {
    paymentIntentId: begun.paymentIntentId,
  })
  expect(body).toMatchObject({ status: 'confirmed' })
})

test('a due payout or refund is retried only after all others that are due have been attempted', async () => {
  const [first, second] = [await books.book(), await books.book()]
  const claim = async () => {
    const rows = await sql`select booking_id from public.claim_payouts(${inDays(9)}, 1)`
    return rows[0]!['booking_id']
  }
  expect([await claim(), await claim(), await claim()]).toEqual([first.id, second.id, first.id])

  await sql`update public.payouts set sending_minor = null`
  const outage = interceptStripe('/v1/refunds', async () => {
    throw new TypeError('The connection is gone')
  })
  await Promise.all([books.cancel(first), books.cancel(second)])
  outage.mockRestore()
  await sql`
    update public.refunds set attempted_at = case id when ${(await books.refundRow(first)).id}
      then now() else null end`
  const [due] = await sql`select id from public.pending_refunds(p_limit => 1)`
  expect(due!['id']).toBe((await books.refundRow(second)).id)
})
