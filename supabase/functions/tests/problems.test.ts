import { expect, test } from 'vitest'
import { openMarketWithBooks, type Booked } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { interceptStripe } from './intercept-stripe.ts'
import { asUser, auditOf } from '../../tests/records.ts'
import type { Person } from './market.ts'

const { totalMinor, shareMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()
const { sql } = market.server
const admin = await market.person('admin')
await sql`update public.profiles set is_admin = true where id = ${admin.id}`

/** Moves a two-hour booking so that it started `hours` hours ago. */
async function startedAgo({ id }: Booked, hours: number): Promise<void> {
  await sql`
    update public.bookings set start_time = now() - make_interval(mins => ${hours * 60}),
      end_time = now() - make_interval(mins => ${hours * 60}) + interval '2 hours'
    where id = ${id}`
}

type Report = { kind: string; details?: string; claimed?: number; photos?: string[] }

async function report(booked: Booked, person: Person, given: Report): Promise<string> {
  const { kind, details = 'The door was locked for an hour', claimed = null, photos = [] } = given
  const [row] = await asUser(
    sql,
    person.id,
    (transaction) => transaction<[{ id: string }]>`
      select public.report_problem(${booked.id}, ${kind}, ${details}, ${claimed}, ${photos}) as id`,
  )
  return row.id
}

const decide = (problemId: string, body: object, person = admin) =>
  person.call('decide-problem', { problemId, isUpheld: true, note: 'Seen the photos', ...body })

const refundedMinor = async (booked: Booked) =>
  (await market.stripe.charges.retrieve(booked.charge)).amount_refunded

test.each([
  ['no_access', 'guest', 25.9, 26.1],
  ['not_as_described', 'guest', 23.9, 24.1],
  ['no_show', 'host', 25.9, 26.1],
  ['damage', 'host', 49.9, 50.1],
] as const)(
  'a problem of the kind %s can be reported by the %s only from the start of the booking until the end of the reporting period',
  async (kind, side, inTime, late) => {
    const booked = await books.book()
    const person = booked[side]
    const given = { kind, ...(kind === 'damage' && { claimed: 5_000 }) }
    const refused = { code: 'PT409', detail: 'problem_not_reportable' }
    await expect(report(booked, person, given)).rejects.toMatchObject(refused)
    await startedAgo(booked, late)
    await expect(report(booked, person, given)).rejects.toMatchObject(refused)
    await startedAgo(booked, inTime)
    const other = side === 'guest' ? booked.host : booked.guest
    await expect(report(booked, other, given)).rejects.toMatchObject(refused)
    await expect(report(booked, await market.person('x'), given)).rejects.toMatchObject({
      detail: 'booking_not_found',
    })
    await report(booked, person, given)
    await expect(report(booked, person, given)).rejects.toMatchObject({
      detail: 'problem_reported',
    })
    expect(await books.mailsTo(other)).toContain('problem-reported')
  },
)

test('a no_access report freezes the payout, and upholding the report refunds everything and pays the host nothing', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const problem = await report(booked, booked.guest, { kind: 'no_access' })
  expect(await books.payout(booked)).toMatchObject({ frozen: true })
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([])

  const answer = await decide(problem, {})
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'upheld', decidedMinor: totalMinor },
  })
  expect(await decide(problem, {})).toEqual(answer)
  expect(await decide(problem, { isUpheld: false })).toMatchObject({
    status: 409,
    body: { code: 'problem_decided' },
  })
  expect(await refundedMinor(booked)).toBe(totalMinor)
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0, frozen: false })
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([])
  expect(await books.mailsTo(booked.guest)).toContain('problem-decided-guest')
  expect(await books.mailsTo(booked.host)).toContain('problem-decided-host')
  await books.agree()
})

test('upholding a not_as_described report at 30% refunds 30% and pays the host 70% of the host share', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const problem = await report(booked, booked.guest, { kind: 'not_as_described' })
  for (const percentage of [0, 101, null])
    expect((await decide(problem, { percentage })).status).toBe(400)
  await decide(problem, { percentage: 30 })
  expect(await refundedMinor(booked)).toBe(totalMinor * 0.3)
  await books.agree()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor * 0.7])
  const log = await sql`
    select action, actor_id, amount_minor::int as amount, note
    from public.booking_problem_events where booking_id = ${booked.id} order by id`
  expect([...log]).toEqual([
    { action: 'reported', actor_id: booked.guest.id, amount: null, note: '' },
    { action: 'upheld', actor_id: admin.id, amount: totalMinor * 0.3, note: 'Seen the photos' },
  ])
  await books.agree()
})

test('a user can report each kind of problem with a booking at most three times, because each report sends emails', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const again = () => report(booked, booked.guest, { kind: 'no_access' })
  for (let reports = 0; reports < 3; reports += 1) {
    const problem = await again()
    await asUser(sql, booked.guest.id, (own) => own`select public.withdraw_problem(${problem})`)
  }
  await expect(again()).rejects.toMatchObject({ code: 'PT409', detail: 'too_many_problems' })
  await report(booked, booked.guest, { kind: 'not_as_described' })
})

test('a declined or withdrawn problem report releases the payout in full, and a withdrawal notifies only the other party', async () => {
  const [declined, withdrawn] = [await books.book(), await books.book()]
  for (const booked of [declined, withdrawn]) await startedAgo(booked, 3)
  await decide(await report(declined, declined.guest, { kind: 'no_access' }), { isUpheld: false })
  const problem = await report(withdrawn, withdrawn.guest, { kind: 'no_access' })
  await expect(
    asUser(sql, withdrawn.host.id, (it) => it`select public.withdraw_problem(${problem})`),
  ).rejects.toMatchObject({ detail: 'problem_not_found' })
  await asUser(sql, withdrawn.guest.id, (it) => it`select public.withdraw_problem(${problem})`)
  expect(await books.mailsTo(withdrawn.guest)).not.toContain('problem-decided-guest')
  expect(await books.mailsTo(withdrawn.host)).toContain('problem-decided-host')
  await books.payHosts()
  expect(await books.sentFor(declined, withdrawn)).toEqual([shareMinor, shareMinor])
  expect(await refundedMinor(declined)).toBe(0)
  expect((await decide(problem, {})).body.code).toBe('problem_decided')
})

test('if a problem report is upheld after the payout, the host owes the refunded part of the share', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  await decide(await report(booked, booked.guest, { kind: 'not_as_described' }), { percentage: 50 })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({
    status: 'paid',
    share: shareMinor / 2,
    owed: shareMinor / 2,
  })
})

test('the refund of an upheld problem report is at most the amount that earlier refunds have left', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  await books.refund(booked, totalMinor / 4)
  await market.webhooksDelivered()
  await decide(await report(booked, booked.guest, { kind: 'not_as_described' }), { percentage: 50 })
  const second = await report(booked, booked.guest, { kind: 'no_access' })
  expect(await decide(second, {})).toMatchObject({ body: { decidedMinor: totalMinor / 4 } })
  expect(await refundedMinor(booked)).toBe(totalMinor)
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ share: 0, owed: 0 })
})

test('a no-show report needs no decision, and does not freeze the payout or reduce the host share', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const problem = await report(booked, booked.host, { kind: 'no_show' })
  expect(await books.payout(booked)).toMatchObject({ frozen: false, share: shareMinor })
  expect((await decide(problem, {})).body.code).toBe('problem_decided')
  const needed = await sql`
    select from public.outgoing_mails
    where dedupe_key = ${`problem-needs-you:${problem}`}`
  expect(needed).toHaveLength(0)
})

test('an upheld damage claim moves no money, and only an admin can record that it was paid', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  await expect(report(booked, booked.host, { kind: 'damage' })).rejects.toMatchObject({
    detail: 'bad_problem',
  })
  const problem = await report(booked, booked.host, { kind: 'damage', claimed: 8_000 })
  expect((await decide(problem, { amountMinor: 8_001 })).body.code).toBe('bad_decision')
  expect((await decide(problem, { amountMinor: 6_000 })).status).toBe(200)
  expect(await refundedMinor(booked)).toBe(0)
  expect(await books.payout(booked)).toMatchObject({ frozen: false, share: shareMinor, owed: 0 })
  const settle = (person: Person) =>
    asUser(sql, person.id, (it) => it`select public.settle_damage(${problem}, 'Paid by transfer')`)
  await expect(settle(booked.host)).rejects.toMatchObject({ code: '42501' })
  await settle(admin)
  await expect(settle(admin)).rejects.toMatchObject({ detail: 'problem_decided' })
  expect(await auditOf(sql, admin.id, booked.id)).toEqual(
    ['problem.upheld', 'problem.settled'].map((action) => ({
      action,
      target: 'Loft',
      booking_id: booked.id,
      amount: '6000 USD',
    })),
  )
})

test('a problem report rejects photos that another user uploaded', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const photo = `${booked.id}/lamp.webp`
  await sql`
    insert into storage.objects (bucket_id, name, owner_id)
    values ('booking-problems', ${photo}, ${booked.guest.id})`
  const given = { kind: 'damage', claimed: 100, photos: [photo] }
  await expect(report(booked, booked.host, given)).rejects.toMatchObject({ detail: 'bad_problem' })
  await sql`update storage.objects set owner_id = ${booked.host.id} where name = ${photo}`
  await report(booked, booked.host, given)
})

test('decide-problem returns problem_not_found to users who are not admins', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const problem = await report(booked, booked.guest, { kind: 'no_access' })
  for (const person of [booked.guest, booked.host])
    expect(await decide(problem, {}, person)).toMatchObject({
      status: 404,
      body: { code: 'problem_not_found' },
    })
})

test('if a problem is reported and upheld during the payout transfer, the guest is refunded in full and the host owes the share', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const spy = interceptStripe('/v1/transfers', async (_address, usual, init) => {
    // Waits for the transfer of this booking, because payout-hosts also sends the payouts of
    // earlier tests.
    const isOwn = decodeURIComponent(String(init?.body)).includes(booked.id)
    if (init?.method !== 'POST' || !isOwn) return usual()
    spy.mockRestore()
    await decide(await report(booked, booked.guest, { kind: 'no_access' }), {})
    return usual()
  })
  await books.payHosts()
  await books.agree()
  expect(await refundedMinor(booked)).toBe(totalMinor)
  expect(await books.sentFor(booked)).toEqual([shareMinor])
  expect(await books.payout(booked)).toMatchObject({ share: 0, owed: shareMinor })
})

test('concurrent decisions about a problem and runs of payout-hosts refund the guest once and pay the host only the remaining share', async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const booked = await books.book()
    await startedAgo(booked, 3)
    const problem = await report(booked, booked.guest, { kind: 'not_as_described' })
    const [first, second] = await Promise.all([
      decide(problem, { percentage: 50 }),
      decide(problem, { percentage: 50 }),
      books.payHosts(),
      books.payHosts(),
    ])
    expect(second).toEqual(first)
    await books.agree()
    await books.payHosts()
    expect(await refundedMinor(booked)).toBe(totalMinor / 2)
    expect(await books.sentFor(booked)).toEqual([shareMinor / 2])
    expect(await books.payout(booked)).toMatchObject({ owed: 0 })
  }
})

test('reconcile-payments requests the refund of a problem decision after a crash', async () => {
  const booked = await books.book()
  await startedAgo(booked, 3)
  const problem = await report(booked, booked.guest, { kind: 'no_access' })
  await sql`select public.decide_problem(${problem}, ${admin.id}, true, 'Confirmed')`
  expect(await refundedMinor(booked)).toBe(0)
  await market.postAsServer('reconcile-payments', {})
  expect(await refundedMinor(booked)).toBe(totalMinor)
  await books.agree()
})
