import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFeedServer } from './feed-server.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person
let space: Space
let feed: Awaited<ReturnType<typeof startFeedServer>>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guest = await market.person('guest')
})

beforeEach(async () => {
  ;[space, feed] = await Promise.all([market.space(host), startFeedServer()])
  await market.server.sql`delete from public.request_counts`
})

afterEach(() => feed.close())
afterAll(() => market.server.stop())

const span = (days: number, from: number, to: number) => ({
  startsAt: inDays(days, from),
  endsAt: inDays(days, to),
})

const add = (url = feed.url, person = host) =>
  person.call<{ calendarId: string; events: number }>('calendars', {
    action: 'add',
    spaceId: space.id,
    name: 'Google',
    url,
  })

/** Returns the times that imported calendars block, as [start, end]. */
async function blocked() {
  const rows = await market.server.sql<{ id: string; start_time: Date; end_time: Date }[]>`
    select id, start_time, end_time from public.space_availability
    where space_id = ${space.id} and kind = 'calendar' and active order by start_time`
  return rows.map(({ start_time, end_time }) => [start_time, end_time])
}

const stateOf = async (id: string) => {
  const [row] = await market.server.sql`
    select etag, last_modified, last_error, failures, checked_at > now() - interval '1 minute' as is_fresh,
      round(extract(epoch from next_check_at - now()) / 60)::int as minutes_to_next
    from public.space_calendars where id = ${id}`
  return row
}

const makeDue = () => market.server.sql`
  update public.space_calendars
  set next_check_at = now(), attempted_at = now() - interval '1 hour',
    checked_at = checked_at - interval '1 hour'
  where space_id = ${space.id}`

const runJob = () => market.postAsServer('check-calendars', {})

test('adding an imported calendar reads its feed immediately and blocks its times', async () => {
  feed.show(span(2, 10, 12), span(3, 9, 11))
  const { status, body } = await add()
  expect({ status, events: body.events }).toEqual({ status: 200, events: 2 })
  expect(await blocked()).toEqual([
    [inDays(2, 10), inDays(2, 12)],
    [inDays(3, 9), inDays(3, 11)],
  ])
  expect(await market.checkout(guest, space, inDays(2, 11))).toMatchObject({
    status: 409,
    body: { code: 'slot_taken' },
  })
  expect(await market.checkout(guest, space, inDays(2, 12))).toMatchObject({ status: 200 })
})

test('imported events that overlap or touch are merged, and events longer than a day are split at midnight UTC', async () => {
  feed.show(span(2, 10, 12), span(2, 11, 14), span(2, 14, 15), {
    startsAt: inDays(4, 20),
    endsAt: inDays(6, 8),
  })
  await add()
  expect(await blocked()).toEqual([
    [inDays(2, 10), inDays(2, 15)],
    [inDays(4, 20), inDays(5, 0)],
    [inDays(5, 0), inDays(6, 0)],
    [inDays(6, 0), inDays(6, 8)],
  ])
})

test('a calendar whose URL cannot be read is not added, and the response contains the reason', async () => {
  const refusals: [string, (typeof feed)['respond']][] = [
    ['feed_not_found', (_, response) => response.writeHead(404).end()],
    ['feed_forbidden', (_, response) => response.writeHead(403).end()],
    ['feed_failed', (_, response) => response.writeHead(500).end()],
    ['feed_not_calendar', (_, response) => response.end('<!doctype html><p>Sign in')],
    ['feed_too_large', (_, response) => response.end('x'.repeat(3_000_000))],
    ['feed_too_many_redirects', (_, response) => response.writeHead(302, { Location: '/' }).end()],
  ]
  for (const [code, respond] of refusals) {
    feed.respond = respond
    expect(await add()).toMatchObject({ status: 422, body: { code } })
  }
  expect(await add('http://10.0.0.1/')).toMatchObject({ body: { code: 'feed_not_public' } })
  expect(await add('calendar')).toMatchObject({ body: { code: 'feed_url_invalid' } })
  expect(await add(`${market.server.url}/calendars/abc.ics`)).toMatchObject({
    body: { code: 'feed_is_ours' },
  })
  expect(
    await market.server.sql`select from public.space_calendars where space_id = ${space.id}`,
  ).toHaveLength(0)
})

test('a calendar on a loopback address is rejected unless CALENDAR_FEEDS_ALLOW_LOOPBACK is set', async () => {
  const strict = await openMarket({ jobs: false, backend: { functionsEnv: {} } })
  try {
    const otherHost = await strict.person('host')
    const { id } = await strict.space(otherHost)
    const body = { action: 'add', spaceId: id, name: 'Google', url: feed.url }
    expect(await otherHost.call('calendars', body)).toMatchObject({
      body: { code: 'feed_not_public' },
    })
    expect(feed.requests).toEqual([])
  } finally {
    await strict.server.stop()
  }
})

test('only the host can add and check calendars of a space', async () => {
  feed.show()
  expect(await add(feed.url, guest)).toMatchObject({
    status: 404,
    body: { code: 'space_not_found' },
  })
  const { calendarId } = (await add()).body
  expect(await guest.call('calendars', { action: 'check', calendarId })).toMatchObject({
    status: 404,
    body: { code: 'calendar_not_found' },
  })
})

test('a calendar can be added once per space, and a space has at most ten calendars', async () => {
  feed.show()
  expect((await add()).status).toBe(200)
  expect(await add()).toMatchObject({ status: 409, body: { code: 'calendar_exists' } })
  for (let index = 1; index < 10; index += 1) {
    expect((await add(`${feed.url}?${index}`)).status).toBe(200)
  }
  expect(await add(`${feed.url}?10`)).toMatchObject({ body: { code: 'too_many_calendars' } })
})

test('calendar requests of a host are limited to 30 in ten minutes', async () => {
  for (let index = 0; index < 30; index += 1) await add('calendar')
  expect(await add('calendar')).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
})

test('a host can request a calendar check, but not within 15 seconds of the last check', async () => {
  feed.show()
  const { calendarId } = (await add()).body
  const check = () => host.call('calendars', { action: 'check', calendarId })
  expect(await check()).toMatchObject({ status: 429, body: { code: 'checked_just_now' } })
  await makeDue()
  feed.show(span(2, 10, 12))
  expect(await check()).toMatchObject({ status: 200 })
  expect(await blocked()).toEqual([[inDays(2, 10), inDays(2, 12)]])
})

test('check-calendars sends the stored validators, and keeps the events after a 304 response', async () => {
  feed.show(span(2, 10, 12))
  const { respond } = feed
  feed.respond = (request, response) => {
    response.setHeader('ETag', '"v1"').setHeader('Last-Modified', 'Mon, 01 Jun 2026 00:00:00 GMT')
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else respond(request, response)
  }
  const { calendarId } = (await add()).body
  await makeDue()
  await runJob()
  expect(feed.requests.at(-1)).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Mon, 01 Jun 2026 00:00:00 GMT',
  })
  expect(await stateOf(calendarId)).toMatchObject({ is_fresh: true, minutes_to_next: 15 })
  expect(await blocked()).toHaveLength(1)
})

test('an unchanged calendar is read in full again a day after the last read, and after a change of the time zone', async () => {
  const day = inDays(2).toISOString().slice(0, 10).replaceAll('-', '')
  let isWeekly = false
  feed.respond = (request, response) => {
    response.setHeader('ETag', '"v1"')
    if (request.headers['if-none-match'] === '"v1"') return response.writeHead(304).end()
    const times = [`DTSTART:${day}T100000`, `DTEND:${day}T120000`]
    const event = ['UID:weekly', ...times, ...(isWeekly ? ['RRULE:FREQ=WEEKLY;COUNT=3'] : [])]
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...event, 'END:VEVENT']
    return response.end([...lines, 'END:VCALENDAR', ''].join('\r\n'))
  }
  const { calendarId } = (await add()).body
  const check = async () => {
    await makeDue()
    await runJob()
  }
  isWeekly = true
  await check()
  expect(await blocked()).toEqual([[inDays(2, 10), inDays(2, 12)]])

  await market.server.sql`
    update public.space_calendars set read_at = now() - interval '25 hours' where id = ${calendarId}`
  await check()
  expect(await stateOf(calendarId)).toMatchObject({ etag: null })
  await check()
  expect(await stateOf(calendarId)).toMatchObject({ etag: '"v1"' })
  const weeks = [2, 9, 16]
  expect(await blocked()).toEqual(weeks.map((days) => [inDays(days, 10), inDays(days, 12)]))

  await market.server.sql`
    update public.spaces set time_zone = 'Asia/Tokyo' where id = ${space.id}`
  await runJob()
  expect(await blocked()).toEqual(weeks.map((days) => [inDays(days, 1), inDays(days, 3)]))
})

test('check-calendars keeps the rows of unchanged events and replaces only those of changed events', async () => {
  feed.show(span(2, 10, 12), span(3, 10, 12), span(4, 10, 12))
  await add()
  const idsBefore = await market.server.sql<{ id: string; start_time: Date }[]>`
    select id, start_time from public.space_availability
    where space_id = ${space.id} and active order by start_time`
  feed.show(span(2, 10, 12), span(3, 10, 13))
  await makeDue()
  await runJob()
  const idsAfter = await market.server.sql<{ id: string }[]>`
    select id from public.space_availability
    where space_id = ${space.id} and active order by start_time`
  expect(idsAfter).toHaveLength(2)
  expect(idsAfter[0]?.id).toBe(idsBefore[0]?.id)
  expect(idsAfter[1]?.id).not.toBe(idsBefore[1]?.id)
})

test('a calendar that cannot be read keeps its last known times, stores the error and is checked less often', async () => {
  feed.show(span(2, 10, 12))
  const { calendarId } = (await add()).body
  feed.respond = (_, response) => response.writeHead(500).end()
  const waits: unknown[] = []
  for (let failure = 1; failure <= 7; failure += 1) {
    await makeDue()
    await runJob()
    const state = await stateOf(calendarId)
    expect(state).toMatchObject({ last_error: 'feed_failed', failures: failure, is_fresh: false })
    waits.push(state?.minutes_to_next)
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 360, 360])
  expect(await blocked()).toHaveLength(1)
  feed.show(span(2, 10, 12))
  await makeDue()
  await runJob()
  expect(await stateOf(calendarId)).toMatchObject({ last_error: null, failures: 0 })
})

test('a truncated calendar response removes no blocked times', async () => {
  feed.show(span(2, 10, 12))
  const { calendarId } = (await add()).body
  feed.respond = (_, response) => response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')
  await makeDue()
  await runJob()
  expect(await stateOf(calendarId)).toMatchObject({ last_error: 'feed_not_calendar' })
  expect(await blocked()).toHaveLength(1)
})

test('removing a calendar frees its times, except those that another calendar blocks', async () => {
  feed.show(span(2, 10, 14))
  const { calendarId } = (await add()).body
  feed.show(span(2, 12, 16))
  await add(`${feed.url}?second`)
  expect(await blocked()).toEqual([[inDays(2, 10), inDays(2, 16)]])
  await market.server.sql`delete from public.space_calendars where id = ${calendarId}`
  expect(await blocked()).toEqual([[inDays(2, 12), inDays(2, 16)]])
})

test('an imported event that overlaps a booking blocks only the time outside the booking, and is listed as a conflict', async () => {
  const bookingId = await market.book(guest, space, inDays(2, 11))
  feed.show({ ...span(2, 10, 14), summary: 'Rehearsal' })
  await add()
  expect(await blocked()).toEqual([
    [inDays(2, 10), inDays(2, 11)],
    [inDays(2, 12), inDays(2, 14)],
  ])
  const conflicts = await market.server.sql`
    select calendar_name, summary, event_start_time, booking_id, booking_start_time
    from public.calendar_conflicts where space_id = ${space.id}`
  expect(conflicts).toEqual([
    {
      calendar_name: 'Google',
      summary: 'Rehearsal',
      event_start_time: inDays(2, 10),
      booking_id: bookingId,
      booking_start_time: inDays(2, 11),
    },
  ])
})

test('an unresolved calendar conflict sends no second email, even after the first was deleted from the outbox', async () => {
  const bookingId = await market.book(guest, space, inDays(2, 11))
  feed.show(span(2, 10, 14))
  await add()
  const { sql } = market.server
  const emptyOutbox = () => sql`
    delete from public.outgoing_mails
    where template = 'calendar-conflict' and booking_id = ${bookingId} returning id`
  expect(await emptyOutbox()).toHaveLength(1)
  await makeDue()
  await runJob()
  expect(await emptyOutbox()).toEqual([])
})

test('an unresolved calendar conflict sends no second email after 30 days to a host without app notifications', async () => {
  const { sql } = market.server
  const owner = await market.person('host')
  space = await market.space(owner)
  await sql`
    insert into public.notification_preferences (user_id, group_name, channel, is_enabled)
    values (${owner.id}, 'calendars', 'app', false)`
  const bookingId = await market.book(guest, space, inDays(2, 11))
  feed.show(span(2, 10, 14))
  await add(feed.url, owner)
  const ageMails = (endsAt: Date) => sql`
    update public.outgoing_mails
    set sent_at = now() - interval '31 days', data = data || ${sql.json({ ends_at: endsAt.toISOString() })}
    where template = 'calendar-conflict' and booking_id = ${bookingId} returning id`
  const [mail] = await ageMails(inDays(2, 12))
  await sql`select public.claim_mails()`
  await makeDue()
  await runJob()
  expect(await ageMails(inDays(-2, 12))).toEqual([mail])
  await sql`select public.claim_mails()`
  expect(await ageMails(inDays(-2, 12))).toEqual([])
})

test('an imported event that overlaps only a block of the host is not a conflict', async () => {
  await market.server.sql`
    select public.take_blackout(${space.id}, tstzrange(${inDays(2, 10)}, ${inDays(2, 12)}), '')`
  feed.show(span(2, 10, 14))
  await add()
  expect(await blocked()).toEqual([[inDays(2, 12), inDays(2, 14)]])
  expect(
    await market.server.sql`select from public.calendar_conflicts where space_id = ${space.id}`,
  ).toHaveLength(0)
})

test('the next calendar import after the release of a hold blocks the time of an event that overlapped the hold', async () => {
  const { body: held } = await market.checkout(guest, space, inDays(2, 11))
  feed.show(span(2, 11, 12))
  await add()
  expect(await blocked()).toEqual([])
  await market.stripe.paymentIntents.cancel(held.paymentIntentId)
  await market.webhooksDelivered()
  await makeDue()
  await runJob()
  expect(await blocked()).toEqual([[inDays(2, 11), inDays(2, 12)]])
})

test("a checkout first checks the space's calendars that were not checked within the last minute", async () => {
  feed.show()
  await add()
  await makeDue()
  feed.show(span(2, 10, 12))
  expect(await market.checkout(guest, space, inDays(2, 10))).toMatchObject({
    status: 409,
    body: { error: 'This time slot is not available', code: 'slot_taken' },
  })
  const { length } = feed.requests
  expect(await market.checkout(guest, space, inDays(3, 10))).toMatchObject({ status: 200 })
  expect(feed.requests).toHaveLength(length)
})

test('a checkout waits 2 seconds for a slow calendar, then uses its last known events', async () => {
  feed.show(span(2, 10, 12))
  const { calendarId } = (await add()).body
  await makeDue()
  feed.respond = () => {}
  const startedAt = performance.now()
  const [taken, free] = await Promise.all([
    market.checkout(guest, space, inDays(2, 10)),
    market.checkout(guest, space, inDays(3, 10)),
  ])
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(taken).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  expect(free).toMatchObject({ status: 200 })
  expect(await stateOf(calendarId)).toMatchObject({ last_error: null, failures: 0 })
})

test('when a hold has expired, a checkout of its time by another guest returns slot_taken if an imported event covers the time', async () => {
  feed.show(span(2, 10, 12))
  await market.checkout(guest, space, inDays(2, 10))
  await add()
  expect(await blocked()).toEqual([[inDays(2, 11), inDays(2, 12)]])
  await market.server.sql`
    update public.space_availability set expires_at = now() - interval '1 second'
    where space_id = ${space.id} and kind = 'hold'`
  const other = await market.person('other')
  expect((await market.checkout(other, space, inDays(2, 10))).body.code).toBe('slot_taken')
  expect(await blocked()).toEqual([[inDays(2, 10), inDays(2, 12)]])
})
