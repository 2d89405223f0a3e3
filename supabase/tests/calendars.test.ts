import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { feedFile, type CalendarFeed } from '@hourspace/web/routes/calendar-feed/feed-file.ts'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { busyEvents } from '#functions/_shared/calendars/events.ts'

let database: TestDatabase
let sql: postgres.Sql
let host: string

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'host@example.com') returning id`
  host = row?.id ?? ''
})

afterAll(() => database.drop())

async function newSpace(): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into spaces (user_id, title, description, type, price, currency, location, country,
      capacity, amenities)
    values (${host}, 'Loft', 'Light', 'studio', 100, 'USD', 'Tampa', 'United States', 4, '{Wi-Fi}')
    returning id`
  return row?.id ?? ''
}

async function newCalendar(spaceId: string, name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into space_calendars (space_id, name, url)
    values (${spaceId}, ${name}, ${`https://calendar.example/${name}`}) returning id`
  return row?.id ?? ''
}

/** Returns a seeded random number generator, so that a failed test can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_769 + 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const midnight = Math.ceil(Date.now() / dayMs) * dayMs

function randomSpan(next: (below: number) => number, quarters = false) {
  const unit = quarters ? hourMs / 4 : hourMs
  const start = midnight + next(quarters ? 40 * 96 : 40 * 24) * unit
  return { start: new Date(start), end: new Date(start + (1 + next(60)) * unit) }
}

const store = (calendarId: string, spans: { start: Date; end: Date }[]) => sql`
  select record_calendar_check(${calendarId}, ${sql.json(
    spans.map(({ start, end }, index) => ({
      uid: `event-${index}`,
      start_time: start.toISOString(),
      end_time: end.toISOString(),
      summary: 'Busy',
    })),
  )}, null, null)`

test.each(Array.from({ length: 8 }, (_, seed) => seed + 1))(
  'merge_calendar_times blocks exactly the imported times that are otherwise free, and is idempotent (seed %i)',
  async (seed) => {
    const next = numbersFrom(seed)
    const spaceId = await newSpace()
    for (let index = 0; index < 8; index += 1) {
      const { start, end } = randomSpan(next)
      const until = new Date(Math.min(+end, +start + dayMs))
      const kind = ['hold', 'blackout'][index % 2] ?? 'hold'
      await sql`select take_slot(${spaceId}, ${start}, ${until}, ${kind},
        ${kind === 'hold' ? new Date(Date.now() + hourMs) : null})`
    }
    const calendars = [await newCalendar(spaceId, 'one'), await newCalendar(spaceId, 'two')]
    for (let round = 0; round < 3; round += 1) {
      for (const calendar of calendars) {
        await store(
          calendar,
          Array.from({ length: 10 }, () => randomSpan(next, true)),
        )
      }
      if (round > 0) {
        await sql`update space_availability set active = false where id in (
          select id from space_availability where space_id = ${spaceId} and active
            and kind <> 'calendar' limit 2)`
        await sql`select merge_calendar_times(${spaceId})`
      }
      const [result] = await sql`
        with imported as (select range_agg(tstzrange(e.start_time, e.end_time)) as times
          from space_calendar_events e join space_calendars c on c.id = calendar_id
          where c.space_id = ${spaceId}),
        rows as (select * from space_availability where space_id = ${spaceId} and active)
        select coalesce((select range_agg(during) from rows where kind = 'calendar'), '{}')
            = (select times from imported)
              - coalesce((select range_agg(during) from rows where kind <> 'calendar'), '{}')
            as is_exact,
          (select count(*)::int from rows a join rows b on a.id < b.id and a.during && b.during)
            as overlaps`
      expect(result).toEqual({ is_exact: true, overlaps: 0 })
      const rows = () => sql`select id, during::text from space_availability
        where space_id = ${spaceId} and active order by id`
      const before = await rows()
      await sql`select merge_calendar_times(${spaceId})`
      expect([...(await rows())]).toEqual([...before])
    }
  },
)

test.each(Array.from({ length: 5 }, (_, seed) => seed + 1))(
  'a space that imports the export feed of another space through an external calendar blocks the same times (seed %i)',
  async (seed) => {
    const next = numbersFrom(seed)
    const [from, to] = [await newSpace(), await newSpace()]
    const [link] = await sql<{ token: string }[]>`
      insert into space_calendar_links (space_id) values (${from}) returning token`
    for (let index = 0; index < 15; index += 1) {
      const { start, end } = randomSpan(next)
      // Adds a block of 1 to 60 hours. The export feed merges the rows of a block into one entry.
      await sql`select take_blackout(${from}, tstzrange(${start}, ${end}), 'Private note')`.catch(
        () => {},
      )
    }
    const [row] = await sql<
      { feed: CalendarFeed }[]
    >`select calendar_feed(${link?.token ?? ''}) as feed`
    const file = feedFile(row?.feed ?? { title: '', entries: [] })
    expect(file).not.toContain('Private note')
    expect(await busyEvents(file, 'Asia/Tokyo', new Date())).toEqual([])
    const copied = file.replaceAll('@hourspace.demo', '@calendar.example')
    const events = await busyEvents(copied, 'Asia/Tokyo', new Date())
    await sql`select record_calendar_check(${await newCalendar(to, 'copy')}, ${sql.json(events)}, null, null)`
    const [same] = await sql`
      select range_agg(during) filter (where space_id = ${from})
        = range_agg(during) filter (where space_id = ${to}) as is_same
      from space_availability where active and space_id in (${from}, ${to})`
    expect(same).toEqual({ is_same: true })
  },
)

test('the export feed contains bookings, requests, buffers and blocks, but no holds and no imported times', async () => {
  const spaceId = await newSpace()
  const at = (hours: number) => new Date(midnight + hours * hourMs)
  const booking = async (hours: number, status: string) => {
    const [row] = await sql<{ id: string }[]>`
      insert into bookings (user_id, space_id, start_time, end_time, currency, rental_amount,
        platform_fee_percentage, platform_fee_amount, total_price, host_commission_percentage,
        host_commission_amount, host_share_amount, cancellation_policy, time_zone, status, answer_by)
      values (${host}, ${spaceId}, ${at(hours)}, ${at(hours + 1)}, 'USD', 100, 10, 10, 110, 10, 10,
        90, 'flexible', 'UTC', ${status}, ${status === 'requested' ? at(hours) : null}) returning id`
    return row?.id ?? ''
  }
  const [confirmed, requested] = [await booking(10, 'confirmed'), await booking(20, 'requested')]
  await sql`select take_slot(${spaceId}, ${at(10)}, ${at(11)}, 'booking', null, ${confirmed}, ${at(11.5)})`
  await sql`select take_slot(${spaceId}, ${at(20)}, ${at(21)}, 'request', null, ${requested})`
  await sql`select take_slot(${spaceId}, ${at(30)}, ${at(31)}, 'hold', ${at(0)})`
  await sql`select take_blackout(${spaceId}, tstzrange(${at(40)}, ${at(90)}), '')`
  await store(await newCalendar(spaceId, 'other'), [{ start: at(100), end: at(101) }])
  const [link] = await sql<{ token: string }[]>`
    insert into space_calendar_links (space_id) values (${spaceId}) returning token`
  const [row] = await sql<
    { feed: CalendarFeed }[]
  >`select calendar_feed(${link?.token ?? ''}) as feed`
  const entries = row?.feed.entries.map(({ id, kind, starts_at, ends_at }) => [
    kind,
    kind === 'block' ? '' : id,
    new Date(starts_at),
    new Date(ends_at),
  ])
  expect(entries).toEqual([
    ['booking', confirmed, at(10), at(11)],
    ['buffer', confirmed, at(11), at(11.5)],
    ['request', requested, at(20), at(21)],
    ['block', '', at(40), at(90)],
  ])
})

test('calendar_feed returns null for an unknown token and for a withdrawn space', async () => {
  const spaceId = await newSpace()
  const feedOf = async (token: string) => {
    const [row] = await sql`select calendar_feed(${token}) as feed`
    return row?.['feed'] as CalendarFeed | null
  }
  const [link] = await sql<{ token: string }[]>`
    insert into space_calendar_links (space_id) values (${spaceId}) returning token`
  const token = link?.token ?? ''
  expect(token).toMatch(/^[0-9a-f]{48}$/)
  expect(await feedOf(token)).toEqual({ title: 'Loft', entries: [] })
  await sql`update spaces set withdrawn_at = now(), available = false where id = ${spaceId}`
  expect(await feedOf(token)).toBeNull()
  expect(await feedOf('')).toBeNull()
})

test('a host gets one email about a booking that an imported event overlaps, and one email about a calendar that fails four times', async () => {
  const spaceId = await newSpace()
  const calendar = await newCalendar(spaceId, 'Busy')
  const start = new Date(midnight + 30 * hourMs)
  const end = new Date(midnight + 32 * hourMs)
  await sql`
    insert into bookings (user_id, space_id, start_time, end_time, currency, rental_amount,
      platform_fee_percentage, platform_fee_amount, total_price, host_commission_percentage,
      host_commission_amount, host_share_amount, cancellation_policy, time_zone)
    values (${host}, ${spaceId}, ${start}, ${end}, 'USD', 100, 10, 10, 110, 10, 10, 90, 'flexible',
      'UTC')`
  const mails = async () => {
    const rows = await sql<{ template: string }[]>`
      select template from outgoing_mails
      where template like 'calendar-%' and data ->> 'space_id' = ${spaceId} order by created_at`
    return rows.map(({ template }) => template)
  }
  await store(calendar, [{ start, end }])
  await store(calendar, [{ start, end }])
  expect(await mails()).toEqual(['calendar-conflict'])
  for (let failure = 1; failure <= 5; failure += 1) {
    await sql`select record_calendar_failure(${calendar}, 'feed_timeout')`
    expect(await mails()).toHaveLength(failure < 4 ? 1 : 2)
  }
  await store(calendar, [])
  for (let failure = 1; failure <= 4; failure += 1)
    await sql`select record_calendar_failure(${calendar}, 'feed_timeout')`
  expect(await mails()).toEqual(['calendar-conflict', 'calendar-failing', 'calendar-failing'])
})
