import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { header, openMailbox } from './mailbox.ts'
import { inDays, openMarket, type Person } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  mailbox = openMailbox(market.server)
})

afterAll(() => market.server.stop())

const before = (at: Date, hours: number) => new Date(at.getTime() - hours * hourMs)

/** Runs send-reminders at a given time and returns the user's emails with this subject. */
async function mailsAt(moment: Date, person: Person, subject: RegExp) {
  await market.postAsServer('send-reminders', { as_of: moment.toISOString() })
  await mailbox.hurry()
  await market.server.runJobs()
  const mails = await mailbox.mailsTo(await mailbox.addressOf(person))
  return mails.filter((mail) => subject.test(mail.subject))
}

async function booked(startsAt = inDays(10)) {
  const host = await market.person('hana')
  const guest = await market.person('gus')
  const space = await market.space(host)
  await market.server.sql`
    insert into public.space_addresses (space_id, street_address)
    values (${space.id}, '1-2-3 Kanda')`
  await market.server.sql`
    insert into public.space_arrival_notes (space_id, notes) values (${space.id}, 'Ring twice')`
  return { host, guest, space, id: await market.book(guest, space, startsAt), startsAt }
}

test('a guest gets one reminder a day before the start and one two hours before it, with arrival notes and a calendar file', async () => {
  const { guest, startsAt } = await booked()
  expect(await mailsAt(before(startsAt, 25), guest, /^Reminder/)).toEqual([])
  await mailsAt(before(startsAt, 24), guest, /^Reminder/)
  const [mail, ...others] = await mailsAt(before(startsAt, 23), guest, /^Reminder/)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Reminder: Loft, \w{3}, \w{3} \d+, /)
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('1-2-3 Kanda')
    expect(part).toContain('Ring twice')
  }
  expect(mail?.attachments).toMatchObject([{ filename: 'booking.ics', mimeType: 'text/calendar' }])
  expect(header(mail!, 'List-Unsubscribe')).toContain('/notifications/unsubscribe?key=')
  expect(header(mail!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(await mailsAt(before(startsAt, 2), guest, /^Starting soon/)).toHaveLength(1)
  expect(await mailsAt(before(startsAt, 1), guest, /^Starting soon/)).toHaveLength(1)
})

test('cancelling a booking removes its reminders, even those already queued', async () => {
  const { guest, startsAt, id } = await booked()
  await market.postAsServer('send-reminders', { as_of: before(startsAt, 24).toISOString() })
  await guest.call('cancel-booking', { bookingId: id })
  expect(await mailsAt(before(startsAt, 23), guest, /^Reminder/)).toEqual([])
  expect(await mailsAt(before(startsAt, 2), guest, /^Starting soon/)).toEqual([])
})

test('a booking that is moved after its reminder gets a new reminder for its new start', async () => {
  const { guest, startsAt, id } = await booked()
  expect(await mailsAt(before(startsAt, 24), guest, /^Reminder/)).toHaveLength(1)
  const { sql } = market.server
  await sql`
    update public.bookings
    set start_time = start_time + interval '3 days', end_time = end_time + interval '3 days'
    where id = ${id}`
  expect(await mailsAt(before(startsAt, 23 - 72), guest, /^Reminder/)).toHaveLength(2)
})

test('a guest who turned off reminders gets no reminder emails', async () => {
  const { guest, startsAt } = await booked()
  await market.server.sql`
    insert into public.notification_preferences values (${guest.id}, 'reminders', 'email', false)`
  expect(await mailsAt(before(startsAt, 24), guest, /^Reminder/)).toEqual([])
})

test("a host gets one agenda at 7:00 in the space's time zone on days with bookings", async () => {
  const host = await market.person('hana')
  const guest = await market.person('gus')
  const space = await market.space(host, { timeZone: 'Asia/Tokyo' })
  // 10:00 in Tokyo is 1:00 UTC.
  const day = inDays(9)
  const startsAt = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 1))
  await market.book(guest, space, startsAt)
  expect(await mailsAt(before(startsAt, 3.1), host, /^Today/)).toEqual([])
  await mailsAt(before(startsAt, 3), host, /^Today/)
  const mails = await mailsAt(before(startsAt, 2.9), host, /^Today/)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toMatch(/^Today, \w{3}, \w{3} \d+: 1 booking$/)
  expect(mails[0]?.text).toContain('10:00 AM – 11:00 AM: Loft, gus, ')
  expect(await mailsAt(before(startsAt, 3 - 24), host, /^Today/)).toHaveLength(1)
})

test('several queued payout emails to one host are merged into one email', async () => {
  const { sql } = market.server
  const host = await market.person('hana')
  const space = await market.space(host)
  for (const days of [11, 12, 13])
    await market.book(await market.person('gus'), space, inDays(days))
  await sql`
    select public.queue_payout_mail(id, 9000, 'transfer') from public.payouts
    where host_id = ${host.id}`
  const mails = await mailsAt(new Date(), host, /^Payout/)
  expect(mails.map(({ subject }) => subject)).toEqual(['Payouts sent: $270.00 for 3 bookings'])
  const rows = await sql`
    select from public.outgoing_mails
    where user_id = ${host.id} and template = 'payout-sent' and sent_at is null`
  expect(rows).toEqual([])
})
