import { expect, test } from 'vitest'
import { auditOf } from '../../tests/records.ts'
import { openMarketWithBooks, type Booked } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, type Person } from './market.ts'

const { totalMinor, shareMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()
const { sql } = market.server
const admin = await market.person('admin')
await sql`update public.profiles set is_admin = true where id = ${admin.id}`

const asHost = ({ id, host }: Booked, body: object = {}) =>
  host.call('cancel-as-host', { bookingId: id, reason: 'emergency', note: 'Flu', ...body })

const asAdmin = ({ id }: Booked, refundMinor: number, person = admin) =>
  person.call('cancel-as-admin', { bookingId: id, reason: 'goodwill', refundMinor })

const refundedMinor = async (booked: Booked) =>
  (await market.stripe.charges.retrieve(booked.charge)).amount_refunded

async function logOf({ id }: Booked) {
  return sql`
    select action, actor_id, amount_minor::int as amount, reason, note
    from public.booking_problem_events where booking_id = ${id}`
}

async function startNow({ id }: Booked) {
  await sql`
    update public.bookings set start_time = now() - interval '1 minute',
      end_time = now() + interval '1 hour'
    where id = ${id}`
}

test('a host cancellation under the strict policy refunds the guest in full, pays the host nothing and counts as a cancellation of the host', async () => {
  const booked = await books.book({ policy: 'strict' })
  await sql`
    update public.bookings set created_at = now() - interval '1 day' where id = ${booked.id}`
  const answer = await asHost(booked)
  expect(answer).toMatchObject({
    status: 200,
    body: { refund: { amount: totalMinor / 100, percentage: 100 } },
  })
  expect(await asHost(booked)).toEqual(answer)
  expect(await refundedMinor(booked)).toBe(totalMinor)
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
  expect(await books.booking(booked)).toMatchObject({ status: 'cancelled', taken: false })
  expect(await logOf(booked)).toEqual([
    {
      action: 'cancelled_by_host',
      actor_id: booked.host.id,
      amount: totalMinor,
      reason: 'emergency',
      note: 'Flu',
    },
  ])
  const [count] = await sql.begin(async (transaction) => {
    const claims = JSON.stringify({ role: 'authenticated', sub: booked.host.id })
    await transaction`select set_config('request.jwt.claims', ${claims}, true)`
    return transaction`
      select cancellations::int, bookings::int from public.host_cancellations`
  })
  expect(count).toEqual({ cancellations: 1, bookings: 1 })
  expect(await books.mailsTo(booked.guest)).toContain('cancelled-for-guest')
  expect(await books.mailsTo(booked.host)).toContain('cancelled-for-host')
  await books.agree()
})

test('the slot of a booking cancelled by its host stays blocked if the host chooses to keep it blocked, and is free otherwise', async () => {
  const kept = await books.book()
  await asHost(kept, { keepBlocked: true })
  const [block] = await sql`
    select slot.kind, slot.start_time = bookings.start_time and slot.end_time = bookings.end_time
      as same
    from public.space_availability slot
    join public.bookings on bookings.space_id = slot.space_id
    where bookings.id = ${kept.id} and slot.active`
  expect(block).toEqual({ kind: 'blackout', same: true })
  const free = await books.book()
  await asHost(free)
  expect(
    await sql`
      select from public.space_availability slot join public.bookings using (space_id)
      where bookings.id = ${free.id} and slot.active`,
  ).toHaveLength(0)
})

test('a host can cancel neither a booking that has started nor a booking of another host', async () => {
  const booked = await books.book()
  const stranger = await market.person('stranger')
  for (const person of [stranger, booked.guest])
    expect(await asHost({ ...booked, host: person })).toMatchObject({
      status: 404,
      body: { code: 'booking_not_found' },
    })
  await startNow(booked)
  expect(await asHost(booked)).toMatchObject({ status: 409, body: { code: 'booking_started' } })
  expect(await refundedMinor(booked)).toBe(0)
})

test('if an admin cancels a booking with a partial refund, the host share is reduced in proportion', async () => {
  const booked = await books.book()
  await startNow(booked)
  expect(await asAdmin(booked, totalMinor + 1)).toMatchObject({
    status: 409,
    body: { code: 'refund_too_large' },
  })
  const answer = await asAdmin(booked, totalMinor / 4)
  expect(answer).toMatchObject({ status: 200, body: { refund: { percentage: 25 } } })
  expect(await asAdmin(booked, totalMinor)).toEqual(answer)
  expect(await refundedMinor(booked)).toBe(totalMinor / 4)
  expect(
    await sql`select admin_id, action, details from public.admin_actions where target_id = ${booked.id}`,
  ).toEqual([
    { admin_id: admin.id, action: 'booking.cancel', details: { refund_minor: totalMinor / 4 } },
  ])
  expect(await auditOf(sql, admin.id, booked.id)).toEqual([
    {
      action: 'booking.cancel',
      target: 'Loft',
      booking_id: booked.id,
      amount: `${totalMinor / 4} USD`,
    },
  ])
  expect(await books.payout(booked)).toMatchObject({
    status: 'scheduled',
    share: (shareMinor * 3) / 4,
  })
  await books.agree()
})

test('an admin can cancel a booking without a refund; other users cannot', async () => {
  const booked = await books.book()
  for (const person of [booked.guest, booked.host])
    expect(await asAdmin(booked, 0, person)).toMatchObject({
      status: 404,
      body: { code: 'booking_not_found' },
    })
  expect(await asAdmin(booked, 0)).toMatchObject({ status: 200, body: { refund: { amount: 0 } } })
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', share: shareMinor })
})

test('a refund by an admin after the payout becomes a debt of the host', async () => {
  const booked = await books.book()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  await asAdmin(booked, totalMinor / 2)
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({
    share: shareMinor / 2,
    owed: shareMinor / 2,
  })
})

test('a cancellation by a host or an admin refunds only what remains after a refund at Stripe', async () => {
  const [byHost, byAdmin] = [await books.book(), await books.book()]
  for (const booked of [byHost, byAdmin]) await books.refund(booked, totalMinor / 4)
  await market.webhooksDelivered()
  await asHost(byHost)
  expect(await asAdmin(byAdmin, totalMinor)).toMatchObject({ body: { code: 'refund_too_large' } })
  await asAdmin(byAdmin, (totalMinor * 3) / 4)
  await books.agree()
  for (const booked of [byHost, byAdmin]) {
    expect(await refundedMinor(booked)).toBe(totalMinor)
    expect(await books.payout(booked)).toMatchObject({ share: 0, owed: 0 })
  }
})

test('if host and guest cancel a booking concurrently, only the first cancellation determines the refund', async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const booked = await books.book({ policy: 'strict' })
    await sql`
      update public.bookings set created_at = now() - interval '1 day' where id = ${booked.id}`
    const [guest, host] = await Promise.all([books.cancel(booked), asHost(booked)])
    expect(guest.status).toBe(200)
    const loser =
      host.status === 200
        ? [guest.body, { refund: { amount: totalMinor / 100 } }]
        : [host.body, { code: 'booking_not_confirmed' }]
    expect(loser[0]).toMatchObject(loser[1]!)
    await books.agree()
    expect(await refundedMinor(booked)).toBe(host.status === 200 ? totalMinor : 0)
    expect(await books.refundsOf(booked)).toHaveLength(host.status === 200 ? 1 : 0)
  }
})

test('if an admin and the guest cancel a booking concurrently, only the first cancellation determines the refund', async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const booked = await books.book()
    const [guest, byAdmin] = await Promise.all([
      books.cancel(booked),
      asAdmin(booked, totalMinor / 2),
    ])
    expect(guest.status).toBe(200)
    const loser =
      byAdmin.status === 200
        ? [guest.body, { refund: { amount: totalMinor / 200 } }]
        : [byAdmin.body, { code: 'booking_not_confirmed' }]
    expect(loser[0]).toMatchObject(loser[1]!)
    await books.agree()
    expect(await refundedMinor(booked)).toBe(byAdmin.status === 200 ? totalMinor / 2 : totalMinor)
    expect(await books.refundsOf(booked)).toHaveLength(1)
  }
})

test("reconcile-payments requests the refund of a host's cancellation after a crash", async () => {
  const booked = await books.book()
  await sql`
    select public.cancel_booking_as('host', ${booked.id}, ${booked.host.id}, 'other', '')`
  expect(await refundedMinor(booked)).toBe(0)
  await market.postAsServer('reconcile-payments', {})
  expect(await refundedMinor(booked)).toBe(totalMinor)
  await books.agree()
})

test('another guest can book the slot of a booking that its host cancelled', async () => {
  const host: Person = await market.person('host')
  const space = await market.space(host)
  const guest = await market.person('guest')
  const id = await market.book(guest, space, inDays(12))
  await host.call('cancel-as-host', { bookingId: id, reason: 'double_booked' })
  expect(await market.book(await market.person('other'), space, inDays(12))).not.toBe(id)
})
