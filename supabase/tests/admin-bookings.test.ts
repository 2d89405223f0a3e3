import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { hourMs } from '@hourspace/domain/durations.ts'
import { addBooking, addSpace, addUser, asUser, cancelBooking } from './records.ts'

let database: TestDatabase
let admin: string
let guest: string
let host: string
let loft: string
let studio: string
/** A booking of the loft by `guest`. `other` is another guest's booking of the studio. */
let booking: string
let other: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  admin = await addUser(sql, 'admin@example.com')
  guest = await addUser(sql, 'zoe.klein@guests.example')
  host = await addUser(sql, 'host@example.com')
  const second = await addUser(sql, 'liam@guests.example')
  const secondHost = await addUser(sql, 'maya@hosts.example')
  for (const [id, name] of [
    [guest, 'Zoë Katharina Klein'],
    [host, 'Aiko Tanaka'],
    [second, 'Liam O’Connor'],
    [secondHost, 'Maya Castillo'],
  ] as const)
    await sql`update profiles set full_name = ${name} where id = ${id}`
  await sql`update profiles set is_admin = true where id = ${admin}`
  loft = await addSpace(sql, host, { title: 'Loft 100% Tokyo' })
  studio = await addSpace(sql, secondHost, { title: 'Tonraum Kreuzberg' })
  booking = await addBooking(
    sql,
    { guest, space: loft, day: 1 },
    { id: '5f0c2b1a-1111-4000-8000-000000000001', created_at: new Date('2029-01-01') },
  )
  other = await addBooking(
    sql,
    { guest: second, space: studio, day: 2 },
    { created_at: new Date('2029-01-02') },
  )
  const [payment] = await sql<{ id: string }[]>`
    insert into payments (user_id, space_id, booking_id, start_time, end_time, currency,
      rental_minor, platform_fee_percentage, platform_fee_minor, total_minor,
      host_commission_percentage, host_commission_minor, host_share_minor, cancellation_policy,
      time_zone, status, stripe_payment_intent_id, stripe_charge_id)
    select user_id, space_id, id, start_time, end_time, currency, 10000, 10, 1000, 11000, 10, 1000,
      9000, 'flexible', 'UTC', 'paid', 'pi_3Loft', 'ch_3Loft' from bookings where id = ${booking}
    returning id`
  await sql`insert into refunds (payment_id, amount_minor, currency, reason, stripe_refund_id)
    values (${payment!.id}, 100, 'USD', 'made_at_stripe', 're_3Loft')`
  await sql`insert into payouts (booking_id, host_id, amount_minor, currency, due_at,
      stripe_transfer_id)
    values (${booking}, ${host}, 9000, 'USD', now(), 'tr_3Loft')`
  await sql`insert into disputes (id, payment_id, amount_minor, currency, status)
    values ('dp_3Loft', ${payment!.id}, 100, 'USD', 'open')`
})

afterAll(() => database.drop())

beforeEach(() => database.sql`delete from outgoing_mails`)

const find = async (search: string, status: string | null = null) => {
  const rows = await asUser(
    database.sql,
    admin,
    (sql) => sql<{ id: string }[]>`select id from find_bookings(${search}, ${status})`,
  )
  return rows.map(({ id }) => id)
}

test.each([
  ['the id', '5f0c2b1a-1111-4000-8000-000000000001'],
  ['a link to the page', 'https://hourspace.example/bookings/5F0C2B1A-1111-4000-8000-000000000001'],
  ['the first digits of the id', '5f0c2b1a'],
  ['the PaymentIntent', 'pi_3Loft'],
  ['the client secret', ' pi_3Loft_secret_x'],
  ['a link to Stripe', 'https://dashboard.stripe.com/test/payments/pi_3Loft'],
  ['the charge', 'ch_3Loft'],
  ['the refund', 're_3Loft'],
  ['the transfer', 'tr_3Loft'],
  ['the dispute', 'dp_3Loft'],
  ["the guest's email", 'Zoe.Klein@guests.example'],
  ["a part of the guest's email", 'klein@'],
  ["a part of the guest's email without @", 'zoe.klein'],
  ["the host's email", 'host@example.com'],
  ["the guest's name without accents and middle name", 'zoe klein'],
  ["a part of the host's name", 'tanak'],
  ['the title of the space', '100% Tokyo'],
])('find_bookings finds a booking by %s, and no other booking', async (_, search) => {
  expect(await find(search)).toEqual([booking])
})

test('find_bookings returns no booking for a text that matches nothing, and treats _ as a literal character', async () => {
  expect(await find('nothing like this')).toEqual([])
  expect(await find('pi_unknown')).toEqual([])
  expect(await find('_')).toEqual([])
})

test('find_bookings returns all bookings page by page, newest first, and filters by status', async () => {
  expect(await find('')).toEqual([other, booking])
  expect(await find('', 'cancelled')).toEqual([])
  const next = await asUser(
    database.sql,
    admin,
    (sql) => sql`select id, guest_name, guest_email, host_name, space_title from find_bookings(
      '', 'confirmed', '2029-01-02', ${other}, 1)`,
  )
  expect(next).toEqual([
    {
      id: booking,
      guest_name: 'Zoë Katharina Klein',
      guest_email: 'zoe.klein@guests.example',
      host_name: 'Aiko Tanaka',
      space_title: 'Loft 100% Tokyo',
    },
  ])
})

test('find_bookings filters by the UTC month in which a booking was made, and returns its amounts', async () => {
  const { sql } = database
  const made = (at: string, day: number) =>
    addBooking(sql, { guest, space: loft, day }, { created_at: new Date(at) })
  const last = await made('2028-02-29T23:59:59Z', 20)
  const first = await made('2028-02-01T00:00:00Z', 21)
  await made('2028-01-31T23:59:59Z', 22)
  await made('2028-03-01T00:00:00Z', 23)
  const rows = (month: string) =>
    asUser(
      sql,
      admin,
      (it) => it`
        select id, rental::float8, platform_fee::float8, refunded::float8,
          host_commission::float8, host_share::float8
        from find_bookings(p_month => ${month})`,
    )
  await sql`insert into payouts (booking_id, host_id, amount_minor, currency, due_at, status)
    select ${first}, host_id, 9000, currency, due_at, 'cancelled' from payouts
    where booking_id = ${booking}`
  // The host has no share of a booking without a payout or with a cancelled one.
  expect((await rows('2028-02-01')).map(({ id, host_share }) => [id, host_share])).toEqual([
    [last, 0],
    [first, 0],
  ])
  expect(await rows('2029-01-01')).toContainEqual({
    id: booking,
    rental: 100,
    platform_fee: 10,
    refunded: 0,
    host_commission: 10,
    host_share: 90,
  })
})

async function queueMail(template: string, data: object, user: string | null = guest) {
  const key = crypto.randomUUID()
  await database.sql`select queue_mail(
    ${template}, 'zoe@old.example', ${database.sql.json(data as never)}, ${key}, ${user})`
  const [mail] = await database.sql<{ id: string }[]>`
    select id from outgoing_mails where dedupe_key = ${key}`
  return mail!.id
}

const resend = (id: string) => asUser(database.sql, admin, (sql) => sql`select resend_mail(${id})`)

const mails = () =>
  asUser(
    database.sql,
    admin,
    (sql) => sql`
      select template, recipient, sent_at is not null as is_sent, can_resend
      from booking_mails(${booking}) order by created_at`,
  )

test('resend_mail queues a sent booking email again, to the current address of its user, and adds an audit log entry', async () => {
  const { sql } = database
  const mail = await queueMail('booking-confirmed', { booking_id: booking, space_title: 'Loft' })
  expect(await mails()).toMatchObject([{ is_sent: false, can_resend: false }])
  await sql`select record_mail_sent(${mail})`
  await resend(mail)
  expect(await mails()).toEqual([
    {
      template: 'booking-confirmed',
      recipient: 'zoe@old.example',
      is_sent: true,
      can_resend: false,
    },
    {
      template: 'booking-confirmed',
      recipient: 'zoe.klein@guests.example',
      is_sent: false,
      can_resend: false,
    },
  ])
  expect(await sql`select data from outgoing_mails where resend_of = ${mail}`).toEqual([
    { data: { booking_id: booking, space_title: 'Loft' } },
  ])
  expect(
    await sql`select admin_id, action, details ->> 'template' as template from admin_actions
      where target_type = 'booking' and target_id = ${booking}`,
  ).toEqual([{ admin_id: admin, action: 'mail.resend', template: 'booking-confirmed' }])
})

test('an email that is sent late or again contains the current address and arrival notes, unless the booking has been cancelled', async () => {
  const { sql } = database
  const soon = new Date(Date.now() + hourMs)
  const near = await addBooking(
    sql,
    { guest, space: loft, day: 1 },
    { start_time: soon, end_time: new Date(soon.getTime() + hourMs) },
  )
  const arrival = { street_address: '1 Old Street', arrival_notes: 'Ring once' }
  const mail = await queueMail('booking-confirmed', { booking_id: near, ...arrival })
  const claimed = async () => {
    await sql`update outgoing_mails set send_after = now() where sent_at is null`
    const [row] = await sql<{ id: string; data: object }[]>`select id, data from claim_mails()`
    return row!
  }
  await sql`insert into space_addresses (space_id, street_address) values (${loft}, '1 New Street')`
  await sql`insert into space_arrival_notes (space_id, notes) values (${loft}, 'Ring twice')`
  expect((await claimed()).data).toMatchObject({
    street_address: '1 New Street',
    arrival_notes: 'Ring twice',
  })

  await sql`select record_mail_sent(${mail})`
  await sql`update space_addresses set street_address = '2 New Street' where space_id = ${loft}`
  await resend(mail)
  const again = await claimed()
  expect(again.data).toMatchObject({ street_address: '2 New Street' })

  await sql`select record_mail_sent(${again.id})`
  await cancelBooking(sql, near)
  await sql`delete from outgoing_mails where id not in (${mail}, ${again.id})`
  await sql`update space_addresses set street_address = '3 New Street' where space_id = ${loft}`
  await resend(again.id)
  expect((await claimed()).data).toMatchObject({ street_address: '2 New Street' })
})

test('an email that is sent again contains the current calendar entry of its booking', async () => {
  const { sql } = database
  const queued = { id: booking, sequence: 0, is_cancelled: false }
  const mail = await queueMail('booking-confirmed', { booking_id: booking, calendar: queued })
  await sql`select record_mail_sent(${mail})`
  await cancelBooking(sql, booking)
  await resend(mail)
  await sql`delete from outgoing_mails where resend_of is null`
  const [again] = await sql`select data -> 'calendar' as calendar from claim_mails()`
  expect(again!['calendar']).toMatchObject({
    id: booking,
    guest_count: 1,
    sequence: 1,
    is_cancelled: true,
  })
})

test('claim_mails does not add the address of the space to emails to hosts', async () => {
  await queueMail('new-booking', { booking_id: booking, space_title: 'Loft' })
  const [mail] = await database.sql`select data from claim_mails()`
  expect(mail!['data']).toEqual({ booking_id: booking, space_title: 'Loft' })
})

test('resend_mail rejects a queued email with mail_pending, and an unknown email with mail_not_found', async () => {
  const mail = await queueMail('booking-confirmed', { booking_id: booking, space_title: 'Loft' })
  await expect(resend(mail)).rejects.toMatchObject({ detail: 'mail_pending' })
  await database.sql`select record_mail_sent(${mail})`
  await resend(mail)
  await expect(resend(mail)).rejects.toMatchObject({ detail: 'mail_pending' })
  await expect(resend(booking)).rejects.toMatchObject({ detail: 'mail_not_found' })
})

test('resend_mail rejects erased emails, expired reminders and emails with account links', async () => {
  const { sql } = database
  const newsletter = await queueMail('newsletter-welcome', { unsubscribe_token: 'x' })
  await sql`select record_mail_sent(${newsletter})`
  await expect(resend(newsletter)).rejects.toMatchObject({ detail: 'mail_erased' })
  const reminder = await queueMail('reminder-day', { booking_id: booking, space_title: 'Loft' })
  await sql`update outgoing_mails set sent_at = now(), expires_at = now() where id = ${reminder}`
  await expect(resend(reminder)).rejects.toMatchObject({ detail: 'mail_expired' })
  const link = await queueMail('account-recovery', { token_hash: 'x' }, null)
  await sql`select record_mail_failure(${link}, 'no such mailbox', true)`
  await expect(resend(link)).rejects.toMatchObject({ detail: 'mail_expired' })
})

test('abandoned_mails lists abandoned emails until they are sent again', async () => {
  const mail = await queueMail('booking-confirmed', { booking_id: booking, space_title: 'Loft' })
  await database.sql`select record_mail_failure(${mail}, 'no such mailbox', true)`
  const abandoned = () =>
    asUser(
      database.sql,
      admin,
      (sql) => sql`select id, booking_id, last_error, can_resend from abandoned_mails()`,
    )
  expect(await abandoned()).toEqual([
    { id: mail, booking_id: booking, last_error: 'no such mailbox', can_resend: true },
  ])
  await resend(mail)
  expect(await abandoned()).toEqual([])
})

test('delete_messages erases the content of emails that hosts received about the bookings of a deleted guest', async () => {
  const { sql } = database
  const mail = await queueMail('new-booking', { booking_id: booking, guest_name: 'Zoë' }, host)
  await sql`select record_mail_sent(${mail})`
  await sql`select delete_messages(${guest}, 'zoe.klein@guests.example')`
  expect(await sql`select data from outgoing_mails where id = ${mail}`).toEqual([
    { data: { booking_id: booking } },
  ])
  await expect(resend(mail)).rejects.toMatchObject({ detail: 'mail_erased' })
})

test('booking_history lists the actions of guest, host and admin, newest first, describes proposed changes, and lists a cancellation once', async () => {
  const { sql } = database
  const id = await addBooking(
    sql,
    { guest, space: loft, day: 5 },
    { created_at: new Date('2029-01-03') },
  )
  await sql`insert into booking_changes (booking_id, proposed_by, status, old_start_time,
      old_end_time, old_guest_count, old_extras, old_total_minor, start_time, end_time, guest_count,
      extras, price_lines, currency, rental_minor, platform_fee_minor, total_minor,
      host_commission_minor, host_share_minor, answer_by, created_at, answered_at)
    select id, 'guest', 'declined', start_time, end_time, 1, extras, 11000,
      start_time + interval '1 day', end_time + interval '25 hours', 4,
      extras, price_lines, currency, 20000, 2000, 22000, 2000, 18000, '2029-01-06', '2029-01-04',
      '2029-01-05' from bookings where id = ${id}`
  await sql`insert into booking_problem_events (booking_id, actor_id, action, reason, note, created_at)
    values (${id}, ${admin}, 'cancelled_by_admin', 'unsafe', 'Broken stairs', '2029-01-07')`
  await sql`select record_admin_action('booking.cancel', 'booking', ${id}, '', '{}', ${admin})`
  const history = await asUser(
    sql,
    admin,
    (transaction) => transaction`
      select kind, actor, reason, note, amount_minor::int from booking_history(${id})`,
  )
  expect(history).toEqual([
    {
      kind: 'cancelled_by_admin',
      actor: 'admin@example.com',
      reason: 'unsafe',
      note: 'Broken stairs',
      amount_minor: null,
    },
    { kind: 'change_declined', actor: 'Aiko Tanaka', reason: null, note: '', amount_minor: null },
    {
      kind: 'change_proposed',
      actor: 'Zoë Katharina Klein',
      reason:
        'Sun, Jan 6, 10:00 AM – 12:00 PM instead of Sat, Jan 5, 10:00 AM – 11:00 AM, 4 people instead of 1',
      note: '',
      amount_minor: 22000,
    },
    { kind: 'booked', actor: 'Zoë Katharina Klein', reason: null, note: '', amount_minor: null },
  ])
})

test('booking_refundable_minor includes the paid difference of a booking change, and is the most that an admin can refund', async () => {
  const { sql } = database
  const id = await addBooking(sql, { guest, space: loft, day: 7 })
  await sql`update bookings set rental_amount = 150, platform_fee_amount = 15, total_price = 165,
      host_commission_amount = 15, host_share_amount = 135 where id = ${id}`
  const [change] = await sql<{ id: string }[]>`
    insert into booking_changes (booking_id, proposed_by, status, old_start_time, old_end_time,
      old_guest_count, old_extras, old_total_minor, start_time, end_time, guest_count, extras,
      price_lines, currency, rental_minor, platform_fee_minor, total_minor, host_commission_minor,
      host_share_minor, answer_by, answered_at)
    select id, 'guest', 'done', start_time, end_time, 1, extras, 11000, start_time, end_time, 1,
      extras, price_lines, currency, 15000, 1500, 16500, 1500, 13500, now(), now()
    from bookings where id = ${id} returning id`
  const pay = (of: object, rental: number, charge: string) => {
    const payment = {
      user_id: guest,
      space_id: loft,
      start_time: new Date('2030-01-07T10:00Z'),
      end_time: new Date('2030-01-07T11:00Z'),
      currency: 'USD',
      rental_minor: rental,
      platform_fee_percentage: 10,
      platform_fee_minor: rental / 10,
      total_minor: rental * 1.1,
      host_commission_percentage: 10,
      host_commission_minor: rental / 10,
      host_share_minor: rental * 0.9,
      cancellation_policy: 'flexible',
      time_zone: 'UTC',
      status: 'paid',
      paid_at: new Date(),
      stripe_charge_id: charge,
      ...of,
    }
    return sql`insert into payments ${sql(payment)}`
  }
  await pay({ booking_id: id }, 10_000, 'ch_first')
  await pay({ change_id: change!.id }, 5_000, 'ch_change')
  const refundable = (user: string) =>
    asUser(
      sql,
      user,
      (it) => it`
        select booking_refundable_minor(bookings)::int as minor from bookings where id = ${id}`,
    )
  expect(await refundable(admin)).toEqual([{ minor: 16_500 }])
  expect(await refundable(guest)).toEqual([{ minor: null }])
  const cancel = (minor: number) =>
    sql`select cancel_booking_as('admin', ${id}, ${admin}, 'unsafe', '', ${minor})`
  await expect(cancel(16_501)).rejects.toMatchObject({ detail: 'refund_too_large' })
  await cancel(16_500)
  expect(await refundable(admin)).toEqual([{ minor: 0 }])
})

test('an admin can cancel a booking with a message of 2,000 characters, which the audit log shortens', async () => {
  const { sql } = database
  const id = await addBooking(sql, { guest, space: loft, day: 8 })
  const note = 'x'.repeat(2000)
  await sql`select cancel_booking_as('admin', ${id}, ${admin}, 'unsafe', ${note}, 0)`
  expect(await sql`select cancel_note from bookings where id = ${id}`).toEqual([
    { cancel_note: note },
  ])
  expect(await sql`select reason from admin_actions where target_id = ${id}`).toEqual([
    { reason: `unsafe: ${note}`.slice(0, 2000) },
  ])
})

test('booking_history shows the email of users without a name', async () => {
  const { sql } = database
  const unnamed = await addUser(sql, 'unnamed@example.com')
  const space = await addSpace(sql, unnamed, { title: 'Attic' })
  const id = await addBooking(
    sql,
    { guest, space, day: 6 },
    { answer: 'accepted', answer_by: new Date('2029-01-05'), answered_at: new Date('2029-01-04') },
  )
  const history = await asUser(
    sql,
    admin,
    (transaction) => transaction`
      select actor from booking_history(${id}) where kind = 'accepted'`,
  )
  expect(history).toEqual([{ actor: 'unnamed@example.com' }])
})
