import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { accessMatrix, personas, type Line, type Outcome, type Persona } from './access-matrix.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const people: Record<Persona, string> = {
  anonymous: id(0),
  guest: id(1),
  otherGuest: id(2),
  host: id(3),
  otherHost: id(4),
  admin: id(5),
}

const fixture = {
  guest: people.guest,
  host: people.host,
  missing: id(99),
  space: id(10),
  emptySpace: id(11),
  otherSpace: id(12),
  payment: id(20),
  booking: id(30),
  reviewedBooking: id(31),
  unreviewedBooking: id(32),
  hostsOwnBooking: id(33),
  freeBooking: id(34),
  refund: id(40),
  refused_payout: id(41),
  favoriteList: id(50),
  calendar: id(70),
  problem: id(60),
  damage: id(61),
  recentBooking: id(35),
  conversation: id(80),
  otherConversation: id(81),
  contactMessage: id(90),
  mail: id(91),
}

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  await writeFixture()
  await sql.unsafe(outcomeFunction)
})

afterAll(() => database.drop())

test.each(accessMatrix.map((line) => ({ ...line, detail: line.what ?? 'any row' })))(
  'for every persona, $operation on $on ($detail) has the outcome of the access matrix',
  async (line) => {
    const expected = personas.map((persona, index) => [persona, line.expect[index]])
    expect(await outcomes(line)).toEqual(Object.fromEntries(expected))
  },
)

test('the access matrix contains every operation on every table, and select on every view, of the schema public', async () => {
  const relations = await sql<{ name: string; kind: string }[]>`
    select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')`
  const missing = relations.flatMap(({ name, kind }) =>
    (kind === 'v' ? ['select'] : ['select', 'insert', 'update', 'delete'])
      .filter(
        (operation) => !accessMatrix.some((it) => it.on === name && it.operation === operation),
      )
      .map((operation) => `${name}: ${operation}`),
  )
  expect(missing).toEqual([])
})

test('the access matrix contains every function of the schema public except trigger functions', async () => {
  const functions = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`
  const listed = new Set(accessMatrix.map(({ on }) => on))
  expect(functions.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
})

test('every table of the schemas public and storage has row-level security enabled', async () => {
  const open = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
      and relkind in ('r', 'p') and not relrowsecurity`
  expect(open.map(({ name }) => name)).toEqual([])
})

test('every storage bucket accepts only listed types of files, up to 20 MiB', async () => {
  const open = await sql<{ id: string }[]>`
    select id from storage.buckets
    where allowed_mime_types is null or file_size_limit is null
      or file_size_limit > 20 * 1024 * 1024`
  expect(open.map(({ id }) => id)).toEqual([])
})

test('every user can receive the event that a time of a space was released, and no user can send it', async () => {
  for (const role of ['anon', 'authenticated']) {
    const granted = await sql.begin(async (as) => {
      await as`select set_config('role', ${role}, true)`
      const [row] =
        await as`select realtime_internal.permissions(${`space:${fixture.space}`}) as on`
      const [other] = await as`select realtime_internal.permissions('lobby') as on`
      return [row?.['on'], other?.['on']] as unknown
    })
    expect(granted).toEqual([['read broadcast'], []])
  }
  await sql`select take_slot(${fixture.space}, '2031-01-01 10:00Z', '2031-01-01 11:00Z', 'hold',
    now() + interval '10 minutes')`
  await sql`update space_availability set active = false
    where space_id = ${fixture.space} and start_time = '2031-01-01 10:00Z'`
  const sent = await sql`
    select event, private from realtime.messages where topic = ${`space:${fixture.space}`}`
  expect([...sent]).toEqual([{ event: 'released', private: true }])
})

/**
 * Runs a statement as a persona and rolls it back. Returns its number of rows, or `denied` after
 * insufficient_privilege. Any other error means that the SQL of the matrix line is wrong. Runs in
 * PostgreSQL, because a transaction per persona and line would need thousands of round trips.
 */
const outcomeFunction = `
  create schema testing;
  create function testing.outcome(role text, claims text, statement text) returns text
  language plpgsql as $$
  declare
    affected bigint;
  begin
    perform set_config('role', role, true), set_config('request.jwt.claims', claims, true);
    execute statement;
    get diagnostics affected = row_count;
    raise exception using errcode = 'RBACK', message = affected;
  exception
    when insufficient_privilege then return 'denied';
    when sqlstate 'RBACK' then return sqlerrm;
  end $$`

async function outcomes(line: Line): Promise<Partial<Record<Persona, Outcome>>> {
  const calls = personas.map((persona) => {
    const me = people[persona]
    const claims =
      persona === 'anonymous'
        ? { role: 'anon' }
        : { role: 'authenticated', sub: me, session_id: me }
    const statement = line.sql.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
      const value = name === 'me' ? me : fixture[name as keyof typeof fixture]
      if (!value) throw new Error(`The fixture has no ${name}`)
      return `'${value}'::uuid`
    })
    return { persona, role: claims.role, claims: JSON.stringify(claims), statement }
  })
  const rows = await sql<{ persona: Persona; outcome: string }[]>`
    select persona, testing.outcome(role, claims, statement) as outcome
    from jsonb_to_recordset(${sql.json(calls)})
      as calls (persona text, role text, claims text, statement text)`
  return Object.fromEntries(
    rows.map(({ persona, outcome }) => [persona, outcome === 'denied' ? outcome : Number(outcome)]),
  )
}

async function writeFixture(): Promise<void> {
  const accounts = Object.entries(people).filter(([persona]) => persona !== 'anonymous')
  for (const [persona, userId] of accounts) {
    await sql`insert into auth.users
        (id, email, email_confirmed_at, confirmation_sent_at, raw_user_meta_data)
      values (${userId}, ${`${persona}@example.com`}, now(), now(),
        ${sql.json({ full_name: persona })})`
    await sql`insert into auth.sessions (id, user_id) values (${userId}, ${userId})`
  }
  await sql`update profiles set is_admin = true where id = ${people.admin}`
  for (const [spaceId, owner] of [
    [fixture.space, people.host],
    [fixture.emptySpace, people.host],
    [fixture.otherSpace, people.otherHost],
  ] as const) {
    await sql`insert into spaces (id, user_id, title, description, type, price, currency,
        location, country, capacity, amenities, time_zone)
      values (${spaceId}, ${owner}, 'Loft', 'Light', 'studio', 100, 'USD', 'Tokyo', 'Japan', 4,
        '{Wi-Fi}', 'Asia/Tokyo')`
  }
  for (const [bookingId, days, guest] of [
    [fixture.booking, 10, people.guest],
    [fixture.reviewedBooking, -20, people.guest],
    [fixture.unreviewedBooking, -10, people.guest],
    [fixture.hostsOwnBooking, -5, people.host],
    [fixture.freeBooking, -7, people.guest],
    [fixture.recentBooking, -1.3, people.guest],
  ] as const) {
    await sql`insert into bookings (id, user_id, space_id, start_time, end_time, currency,
        rental_amount, platform_fee_percentage, platform_fee_amount, total_price,
        host_commission_percentage, host_commission_amount, host_share_amount, cancellation_policy, time_zone)
      values (${bookingId}, ${guest}, ${fixture.space}, now() + ${days} * interval '1 day',
        now() + ${days} * interval '1 day' + interval '1 hour', 'USD', 100, 10, 10, 110, 10, 10, 90,
        'flexible', 'Asia/Tokyo')`
  }
  await sql`update bookings set rental_amount = 0, platform_fee_amount = 0, total_price = 0,
      host_commission_amount = 0, host_share_amount = 0 where id = ${fixture.freeBooking}`
  const [slot] = await sql`insert into space_availability
      (space_id, booking_id, kind, start_time, end_time)
    select space_id, id, 'booking', start_time, end_time from bookings
    where id = ${fixture.booking} returning id`
  await sql`insert into payments (id, user_id, space_id, hold_id, booking_id, start_time, end_time,
      currency, rental_minor, platform_fee_percentage, platform_fee_minor, total_minor,
      host_commission_percentage, host_commission_minor, host_share_minor, cancellation_policy,
      time_zone, status, paid_at)
    select ${fixture.payment}, user_id, space_id, ${slot?.['id']}, id, start_time, end_time,
      currency, 10000, 10, 1000, 11000, 10, 1000, 9000, 'flexible', 'Asia/Tokyo', 'paid', now()
    from bookings where id = ${fixture.booking}`
  await sql`
    insert into payouts
      (id, booking_id, host_id, amount_minor, currency, due_at, refused_at, reversal_held_at)
    values (${fixture.refused_payout}, ${fixture.booking}, ${people.host}, 9000, 'USD',
      now() + interval '12 days', now(), now())`
  const [paid] = await sql`insert into payouts
      (booking_id, host_id, amount_minor, currency, due_at, status)
    values (${fixture.reviewedBooking}, ${people.host}, 9000, 'USD', now(), 'paid') returning id`
  await sql`insert into payout_recoveries (from_payout_id, for_payout_id, amount_minor)
    select id, ${paid?.['id']}, 1 from payouts where booking_id = ${fixture.booking}`
  await sql`insert into booking_changes (booking_id, proposed_by, status, old_start_time,
      old_end_time, old_guest_count, old_extras, old_total_minor, start_time, end_time, guest_count,
      extras, price_lines, currency, rental_minor, platform_fee_minor, total_minor,
      host_commission_minor, host_share_minor, answer_by)
    select id, 'guest', 'done', start_time, end_time, guest_count, extras, 11000, start_time,
      end_time, guest_count, extras, price_lines, currency, 10000, 1000, 11000, 1000, 9000, now() + interval '1 day'
    from bookings where id = ${fixture.booking}`
  await sql`insert into refunds (id, payment_id, amount_minor, currency, reason, status)
    values (${fixture.refund}, ${fixture.payment}, 100, 'USD', 'slot_taken', 'failed')`
  await sql`insert into money_decisions (refund_id, actor_id, action, amount_minor, currency)
    values (${fixture.refund}, ${people.admin}, 'retry', 100, 'USD')`
  await sql`select record_admin_action('user.ban', 'user', ${people.guest}, 'Spam')`
  await sql`insert into disputes (id, payment_id, amount_minor, currency, status, closed_at)
    values ('du_1', ${fixture.payment}, 100, 'USD', 'won', now())`
  await sql`
    select record_charge(payments, ${fixture.booking}, 11000, 'ch_1')
    from payments where id = ${fixture.payment}`
  const [run] = await sql`
    insert into reconciliation_runs (since) values (now()) returning id`
  await sql`insert into reconciliation_differences (run_id, kind, movement, stripe_id, currency,
      stripe_minor, ledger_minor)
    values (${run?.['id']}, 'balance', 'balance', 'USD', 'USD', 1, 0)`
  await sql`insert into billing_details (user_id, legal_name) values (${people.host}, 'Host Ltd')`
  await sql`select issue_documents(${fixture.booking}, ${people.host})`
  await sql`insert into host_accounts (host_id, status) values (${people.host}, 'incomplete')`
  await sql`
    insert into bank_payouts (id, host_id, amount_minor, currency, status, arrives_at, created_at)
    values ('po_1', ${people.host}, 1, 'usd', 'paid', now(), now())`
  await sql`insert into reviews (space_id, booking_id, user_id, rating, comment, published_at)
    values (${fixture.space}, ${fixture.reviewedBooking}, ${people.guest}, 4, 'Lovely light', now())`
  await sql`insert into guest_reviews (booking_id, guest_id, host_id, rating, published_at)
    values (${fixture.reviewedBooking}, ${people.guest}, ${people.host}, 5, now())`
  await sql`insert into space_addresses (space_id, street_address, latitude, longitude)
    values (${fixture.space}, '1-2-3 Kanda', 35.69, 139.77)`
  await sql`insert into space_arrival_notes (space_id, notes)
    values (${fixture.space}, 'Ring twice')`
  await sql`insert into space_extras (space_id, name, price, unit)
    values (${fixture.space}, 'Cleaning', 20, 'booking')`
  await sql`insert into space_calendar_links (space_id) values (${fixture.space})`
  await sql`insert into space_calendars (id, space_id, name, url)
    values (${fixture.calendar}, ${fixture.space}, 'Google', 'https://calendar.example/1.ics')`
  await sql`insert into space_calendar_events (calendar_id, uid, start_time, end_time, summary)
    select ${fixture.calendar}, 'one', start_time, end_time, 'Yoga' from bookings
    where id = ${fixture.booking}`
  await sql`insert into favorite_lists (id, user_id, name)
    values (${fixture.favoriteList}, ${people.guest}, 'Lofts')`
  await sql`insert into favorites (list_id, space_id)
    values (${fixture.favoriteList}, ${fixture.space})`
  await sql`insert into notification_preferences values (${people.guest}, 'agenda', 'email', false)`
  for (const [conversationId, spaceId, owner] of [
    [fixture.conversation, fixture.space, people.host],
    [fixture.otherConversation, fixture.otherSpace, people.otherHost],
  ] as const) {
    await sql`insert into conversations
        (id, space_id, guest_id, host_id, last_message_at, last_author_id, guest_read_at)
      values (${conversationId}, ${spaceId}, ${people.guest}, ${owner}, now(), ${people.guest}, now())`
    await sql`insert into messages (conversation_id, author_id, body, created_at)
      values (${conversationId}, ${people.guest}, 'Is there a piano?', now())`
  }
  await sql`insert into conversation_reports (conversation_id, user_id, reason)
    values (${fixture.conversation}, ${people.host}, 'spam')`
  await sql`insert into conversation_decisions (conversation_id, actor_id, action, note)
    values (${fixture.conversation}, ${people.admin}, 'dismissed', 'Friendly')`
  await sql`insert into user_blocks (user_id, blocked_id)
    values (${people.otherHost}, ${people.otherGuest})`
  await sql`insert into quick_replies (user_id, title, body)
    values (${people.host}, 'Parking', 'In the yard')`
  await sql`insert into space_reports (space_id, user_id, reason)
    values (${fixture.space}, ${people.otherGuest}, 'other')`
  await sql`insert into storage.objects (bucket_id, name, owner_id)
    values ('spaces', 'cover.webp', ${people.host})`
  await sql`insert into booking_problems (id, booking_id, user_id, kind, details)
    values (${fixture.problem}, ${fixture.reviewedBooking}, ${people.guest}, 'no_access',
      'No answer at the door')`
  await sql`insert into booking_problems (id, booking_id, user_id, kind, details, claimed_minor,
      status, decided_minor, decided_at)
    values (${fixture.damage}, ${fixture.unreviewedBooking}, ${people.host}, 'damage',
      'Broken lamp', 100, 'upheld', 100, now())`
  await sql`insert into booking_problem_events (booking_id, problem_id, actor_id, action)
    values (${fixture.reviewedBooking}, ${fixture.problem}, ${people.guest}, 'reported')`
  await sql`insert into storage.objects (bucket_id, name, owner_id)
    values ('booking-problems', ${`${fixture.reviewedBooking}/door.webp`}, ${people.guest})`
  await sql`insert into storage.objects (bucket_id, name) values ('applications', 'resume.pdf')`
  await sql`insert into contact_messages (id, name, email, subject, message)
    values (${fixture.contactMessage}, 'Nora', 'nora@example.com', 'general', 'Hello')`
  await sql`insert into inbox_answers (message_id, admin_id, body)
    values (${fixture.contactMessage}, ${people.admin}, 'Hello Nora')`
  await sql`insert into newsletter_subscriptions (email, status, confirmed_at)
    values ('reader@example.com', 'confirmed', now()), ('new@example.com', 'pending', null)`
  await sql`insert into job_applications
      (position, name, email, letter, resume_path, resume_name, resume_type, status)
    values ('chef', 'Nora', 'nora@example.com', 'Hello', 'resume.pdf', 'cv.pdf', 'application/pdf',
      'received')`
  await sql`delete from outgoing_mails`
  await sql`insert into outgoing_mails (id, template, recipient, data, dedupe_key, abandoned_at)
    values (${fixture.mail}, 'new-booking', 'nora@example.com',
      ${sql.json({ booking_id: fixture.booking, space_title: 'Loft' })}, 'mail', now())`
  await sql`insert into hourspace_backend.jobs (name) values ('send mails')`
  await sql`delete from notifications`
  await sql`select notify(${people.guest}, 'reminder-day', '/my-bookings', '{}', 'reminder')`
}
