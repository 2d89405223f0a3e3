import { expect, test, vi } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { asUser, auditOf } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'
import { openChanges, type Changing } from './changes.ts'
import { interceptStripe, serverError } from './intercept-stripe.ts'
import { inDays } from './market.ts'

const { market, books } = await openMarketWithBooks()
const { sql } = market.server
const host = await market.person('host')
await market.onboard(host)
const changes = openChanges(market, host)

/**
 * Asserts that no bookings overlap, that no payment is open, and that the booking's charges minus
 * refunds equal its total minus the refunded amount.
 */
async function expectConsistent(booked: Changing) {
  await market.webhooksDelivered()
  await changes.runJob()
  await books.agree()
  const state = (await changes.state(booked))!
  expect(await changes.kept(booked)).toBe(
    Math.round((Number(state.total) - Number(state.refunded)) * 100),
  )
  const [rest] = await sql`
    select count(*)::int as open from public.payments
    where space_id = ${booked.space.id} and status in ('open', 'authorized')`
  expect(rest).toEqual({ open: 0 })
  const [overlap] = await sql`
    select count(*)::int as overlaps from public.bookings a join public.bookings b
      on a.space_id = b.space_id and a.id < b.id
      and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)
      and a.status = 'confirmed' and b.status = 'confirmed'
    where a.space_id = ${booked.space.id}`
  expect(overlap).toEqual({ overlaps: 0 })
  return state
}

test('eight concurrent acceptances of a proposal to lengthen a booking all succeed and charge the price difference once', async () => {
  const booked = await changes.book()
  const { changeId } = await changes.proposeAndPay(booked, { hours: 4 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => changes.answer(host, changeId, 'accepted')),
  )
  for (const { status } of answers) expect(status).toBe(200)
  expect(await expectConsistent(booked)).toMatchObject({ hours: 4, total: 440 })
  const [charges] = await sql`
    select count(*)::int as charges from public.ledger_movements
    where booking_id = ${booked.id} and kind = 'charge'`
  expect(charges).toEqual({ charges: 2 })
})

test('if a booking change is accepted, withdrawn and declined concurrently, only one answer takes effect', async () => {
  for (let round = 0; round < 6; round += 1) {
    const booked = await changes.book()
    const { changeId } = await changes.proposeAndPay(booked, { hours: 3 })
    const answers = await Promise.all([
      changes.answer(host, changeId, 'accepted'),
      changes.answer(booked.guest, changeId, 'withdrawn'),
      changes.answer(host, changeId, 'declined'),
    ])
    const state = await expectConsistent(booked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(state.hours).toBe(answers[0].status === 200 ? 3 : 2)
  }
})

test('if a booking is cancelled while its change is accepted, the refund includes the price difference', async () => {
  for (const canceller of ['guest', 'host', 'guest', 'host']) {
    const booked = await changes.book()
    const { changeId } = await changes.proposeAndPay(booked, { hours: 3 })
    const cancel = () =>
      canceller === 'guest'
        ? books.cancel(booked)
        : host.call('cancel-as-host', { bookingId: booked.id, reason: 'emergency' })
    const [, first] = await Promise.all([changes.answer(host, changeId, 'accepted'), cancel()])
    expect(first.body.code ?? 'booking_changed').toBe('booking_changed')
    const cancelled = first.status === 200 ? first : await cancel()
    expect(cancelled.status).toBe(200)
    expect(await expectConsistent(booked)).toMatchObject({ status: 'cancelled', slots: null })
    expect(await changes.kept(booked)).toBe(0)
  }
})

test('when a host accepts a booking change while another guest books its new time, only one of the two requests succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const booked = await changes.book()
    const { changeId } = await changes.proposeAndPay(booked, { startsAt: inDays(5, 11), hours: 3 })
    const rival = await market.person('rival')
    const [accepted, taken] = await Promise.all([
      changes.answer(host, changeId, 'accepted'),
      market.checkout(rival, booked.space, inDays(5, 13)),
    ])
    if (taken.status === 200) {
      await market.pay(taken.body.clientSecret)
      await rival.call('confirm-booking', { paymentIntentId: taken.body.paymentIntentId })
    }
    expect([accepted, taken].filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = accepted.status === 200 ? taken : accepted
    expect(lost).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    if (accepted.status !== 200) await changes.answer(host, changeId, 'declined')
    expect((await expectConsistent(booked)).moved).toBe(accepted.status === 200 ? 1 : 0)
  }
})

test('an accepted booking change is applied even if the host blocks a part of its buffer before the price difference is charged', async () => {
  const booked = await changes.book()
  await sql`update public.bookings set buffer_minutes = 60 where id = ${booked.id}`
  const { changeId } = await changes.proposeAndPay(booked, { startsAt: inDays(6), hours: 3 })
  const outage = interceptStripe('/capture', serverError)
  await changes.answer(host, changeId, 'accepted')
  outage.mockRestore()
  expect(await changes.change(changeId)).toBe('accepted')
  await asUser(
    sql,
    host.id,
    (transaction) => transaction`
      select public.block_time(${booked.space.id}, ${new Date(inDays(6, 13).getTime() + hourMs / 2)},
        ${inDays(6, 15)})`,
  )
  expect(await expectConsistent(booked)).toMatchObject({
    hours: 3,
    total: 330,
    slots: ['booking 24-27'],
  })
  expect(await changes.change(changeId)).toBe('done')
})

/**
 * Creates a booking with a buffer of an hour, and a change to three hours that the host has
 * accepted but Stripe could not charge.
 */
async function acceptUncharged() {
  const space = await market.space(host)
  await sql`update public.spaces set buffer_minutes = 60 where id = ${space.id}`
  const booked = await changes.book({ space })
  const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 3 })
  const outage = interceptStripe('/capture', serverError)
  await changes.answer(host, changeId, 'accepted')
  outage.mockRestore()
  expect(await changes.change(changeId)).toBe('accepted')
  return { booked, changeId, intentId: payment!.paymentIntentId }
}

test('a host cannot block an hour of the buffer that an accepted but not yet charged change adds to the booking', async () => {
  const { booked, changeId } = await acceptUncharged()
  const halfPast = new Date(inDays(5, 12).getTime() + hourMs / 2)
  const block = asUser(
    sql,
    host.id,
    (transaction) =>
      transaction`select public.block_time(${booked.space.id}, ${halfPast}, ${inDays(5, 13)})`,
  )
  await expect(block).rejects.toThrow('has requested this time')
  expect(await expectConsistent(booked)).toMatchObject({
    hours: 3,
    total: 330,
    slots: ['booking 0-3'],
  })
  expect(await changes.change(changeId)).toBe('done')
})

test('a booking gets its buffer back if the payment of an accepted change is cancelled at Stripe', async () => {
  const { booked, changeId, intentId } = await acceptUncharged()
  await market.stripe.paymentIntents.cancel(intentId)
  await market.webhooksDelivered()
  expect(await changes.change(changeId)).toBe('failed')
  const slots = await sql`
    select kind, buffered_until from public.space_availability
    where booking_id = ${booked.id} and active`
  expect([...slots]).toEqual([{ kind: 'booking', buffered_until: inDays(5, 13) }])
})

test('a host’s proposed booking change is not charged if its new time was taken before the guest pays', async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(host, booked, { hours: 4 })
  const opened = await changes.answer(booked.guest, body.changeId, 'accepted')
  await market.book(await market.person('rival'), booked.space, inDays(5, 12))
  await changes.authorize(opened.body.payment)
  const confirmed = await changes.confirm(booked.guest, opened.body.payment)
  expect(confirmed.body.status).toBe('failed')
  expect(await changes.change(body.changeId)).toBe('failed')
  expect(await expectConsistent(booked)).toMatchObject({ hours: 2, total: 220 })
})

test('if guest and host propose booking changes concurrently and the request of the host is sent twice, exactly one proposal stays open', async () => {
  const booked = await changes.book()
  const answers = await Promise.all([
    changes.propose(host, booked, { startsAt: inDays(6) }),
    changes.propose(booked.guest, booked, { startsAt: inDays(7) }),
    changes.propose(host, booked, { startsAt: inDays(6) }),
  ])
  const ids = answers.flatMap(({ body }) => body.changeId ?? [])
  expect(new Set(ids).size).toBe(1)
  const [open] = await sql`
    select count(*)::int as open from public.booking_changes
    where booking_id = ${booked.id} and status = 'open'`
  expect(open).toEqual({ open: 1 })
})

test('a booking change is applied exactly once even if webhooks are lost, repeated or late', async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(host, booked, { hours: 3 })
  const { payment } = (await changes.answer(booked.guest, body.changeId, 'accepted')).body
  await market.server.stripe.control('webhooks', { mode: 'off' })
  await changes.authorize(payment)
  expect(await changes.state(booked)).toMatchObject({ hours: 2 })
  await changes.runJob()
  expect(await changes.state(booked)).toMatchObject({ hours: 3, total: 330 })
  await market.server.stripe.control('webhooks', { mode: 'on' })
  await market.server.stripe.control('webhooks/flush', { which: 'all', order: 'reverse', times: 2 })
  await Promise.all([
    changes.confirm(booked.guest, payment),
    changes.confirm(booked.guest, payment),
    changes.runJob(),
  ])
  expect(await expectConsistent(booked)).toMatchObject({ hours: 3, slots: ['booking 0-3'] })
})

const afterEffect = async (_address: string, usual: () => Promise<Response>) => {
  await usual()
  throw new TypeError('connection reset')
}

test.each([
  ['before', serverError],
  ['after', afterEffect],
] as const)(
  'reconcile-payments recovers from a crash %s the charge of an accepted booking change',
  async (_name, answer) => {
    const booked = await changes.book()
    const { changeId } = await changes.proposeAndPay(booked, { startsAt: inDays(5, 11), hours: 3 })
    const stripe = interceptStripe('/capture', answer)
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    await market.server.stripe.control('webhooks', { mode: 'off' })
    const accepted = await changes.answer(host, changeId, 'accepted')
    expect(accepted).toMatchObject({ status: 200, body: { status: 'accepted' } })
    expect(await changes.state(booked)).toMatchObject({
      moved: 0,
      slots: ['booking 0-2', 'request 2-4'],
    })
    stripe.mockRestore()
    silent.mockRestore()
    await changes.runJob()
    expect(await changes.state(booked)).toMatchObject({ moved: 1, slots: ['booking 1-4'] })
    await market.server.stripe.control('webhooks', { mode: 'on' })
    await expectConsistent(booked)
  },
)

test.each([
  ['before', serverError],
  ['after', afterEffect],
] as const)(
  'reconcile-payments recovers from a crash %s the refund of a shorter booking',
  async (_name, answer) => {
    const booked = await changes.book({ hours: 3 })
    const { body } = await changes.propose(host, booked, { hours: 1 })
    const stripe = interceptStripe('/v1/refunds', answer)
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    const accepted = await changes.answer(booked.guest, body.changeId, 'accepted')
    expect(accepted).toMatchObject({ status: 200, body: { status: 'done' } })
    stripe.mockRestore()
    silent.mockRestore()
    await sql`
      update public.refunds set retry_at = now()
      where status = 'pending' and reason = 'booking_changed'`
    await changes.runJob()
    expect(await expectConsistent(booked)).toMatchObject({ hours: 1, total: 110 })
    expect(await changes.kept(booked)).toBe(11_000)
  },
)

test('if a full refund in the Stripe dashboard replaces the pending refund of a shortened booking and then fails, a retry refunds the whole price', async () => {
  const booked = await changes.book({ hours: 2 })
  const { body } = await changes.propose(host, booked, { hours: 1 })
  const stripe = interceptStripe('/v1/refunds', serverError)
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  await changes.answer(booked.guest, body.changeId, 'accepted')
  stripe.mockRestore()
  silent.mockRestore()
  await books.refund(booked)
  await market.webhooksDelivered()
  expect(await changes.state(booked)).toMatchObject({ status: 'cancelled' })

  await books.endRefund(booked, { action: 'fail' })
  await books.agree()
  expect(await changes.kept(booked)).toBe(22_000)
  await books.retryRefunds(booked)
  await books.agree()
  expect(await changes.kept(booked)).toBe(0)
})

test.each([
  ['before', serverError],
  ['after', afterEffect],
] as const)(
  'reconcile-payments recovers from a crash %s the release of a declined booking change',
  async (_name, answer) => {
    const booked = await changes.book()
    const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 3 })
    const stripe = interceptStripe('/cancel', answer)
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await changes.answer(host, changeId, 'declined')).toMatchObject({ status: 200 })
    stripe.mockRestore()
    silent.mockRestore()
    await changes.runJob()
    expect(await market.stripe.paymentIntents.retrieve(payment!.paymentIntentId)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    })
    await expectConsistent(booked)
  },
)

test('if the authorization of a booking change is cancelled at Stripe, the change fails and the booking stays unchanged', async () => {
  const booked = await changes.book()
  const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 4 })
  await market.stripe.paymentIntents.cancel(payment!.paymentIntentId)
  await market.webhooksDelivered()
  expect(await changes.change(changeId)).toBe('failed')
  expect((await changes.answer(host, changeId, 'accepted')).body.code).toBe('change_answered')
  expect(await expectConsistent(booked)).toMatchObject({ hours: 2, slots: ['booking 0-2'] })
})

test('a price difference captured in the Stripe dashboard before the host answers is refunded in full', async () => {
  const booked = await changes.book()
  const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 4 })
  await market.stripe.paymentIntents.capture(payment!.paymentIntentId)
  await market.webhooksDelivered()
  expect(await changes.change(changeId)).toBe('failed')
  expect(await expectConsistent(booked)).toMatchObject({ hours: 2, total: 220 })
})

test('the audit log entry for the refund of a failed booking change contains the booking and the amount', async () => {
  const booked = await changes.book()
  const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 4 })
  await market.stripe.paymentIntents.capture(payment!.paymentIntentId)
  await market.webhooksDelivered()
  const [refund] = await sql<{ id: string }[]>`
    select refunds.id from public.refunds join public.payments on payments.id = payment_id
    where payments.change_id = ${changeId}`
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  await sql`
    select public.record_admin_action(
      'refund.settled', 'refund', ${refund!.id}, 'Paid in cash', '{}', ${admin.id})`
  expect(await auditOf(sql, admin.id, refund!.id)).toEqual([
    { action: 'refund.settled', target: 'Loft', booking_id: booked.id, amount: '22000 USD' },
  ])
})

test('an accepted proposal of the host ends the guest’s unpaid proposal, and a late authorization of the guest’s proposal is released', async () => {
  const booked = await changes.book()
  const own = await changes.propose(booked.guest, booked, { hours: 4 })
  const { body } = await changes.propose(host, booked, { hours: 3 })
  const { payment } = (await changes.answer(booked.guest, body.changeId, 'accepted')).body
  await changes.authorize(payment)
  await changes.confirm(booked.guest, payment)
  expect(await changes.state(booked)).toMatchObject({ hours: 3, total: 330 })

  await changes.authorize(own.body.payment)
  await changes.confirm(booked.guest, own.body.payment)
  await changes.answer(host, own.body.changeId, 'accepted')
  expect(await expectConsistent(booked)).toMatchObject({ hours: 3, total: 330 })
})
