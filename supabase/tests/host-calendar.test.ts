import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser } from './records.ts'

let database: TestDatabase
let host: string
let guest: string
let space: string
let other: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  host = await addUser(sql, 'host@example.com')
  guest = await addUser(sql, 'guest@example.com')
  await sql`update profiles set full_name = 'Liam' where id = ${guest}`
  space = await addSpace(sql, host, { time_zone: 'Asia/Tokyo' })
  other = await addSpace(sql, host, { time_zone: 'UTC' })
})

afterAll(() => database.drop())

type Entry = { kind: string; starts_at: string; ends_at: string } & Record<string, unknown>

const calendarOf = (person: string, from: string, to: string, of: string | null = null) =>
  asUser(database.sql, person, async (sql) => {
    const [row] = await sql<{ entries: Entry[] }[]>`
      select host_calendar(${from}, ${to}, ${of}) as entries`
    return row?.entries ?? []
  })

const spans = (entries: Entry[]) =>
  entries.map(({ kind, starts_at, ends_at }) => [
    kind,
    new Date(starts_at).toISOString(),
    new Date(ends_at).toISOString(),
  ])

test("the host calendar shows the guest of a booking and uses the days of the space's time zone", async () => {
  const { sql } = database
  const booking = await addBooking(
    sql,
    { guest, space, day: 10 },
    { guest_count: 3, buffer_minutes: 30 },
  )
  await sql`select take_slot(${space}, '2030-01-10 10:00Z', '2030-01-10 11:00Z', 'booking', null,
    ${booking}, '2030-01-10 11:30Z')`
  await sql`select take_slot(${space}, '2030-01-10 16:00Z', '2030-01-10 17:00Z', 'calendar')`

  const entries = await calendarOf(host, '2030-01-10', '2030-01-10')
  expect(entries).toMatchObject([
    {
      kind: 'booking',
      space_id: space,
      booking_id: booking,
      status: 'confirmed',
      guest_name: 'Liam',
      guest_count: 3,
      host_share_amount: 90,
    },
  ])
  expect(new Date(String(entries[0]?.['buffered_until'])).toISOString()).toBe(
    '2030-01-10T11:30:00.000Z',
  )
  expect(spans(await calendarOf(host, '2030-01-11', '2030-01-11'))).toEqual([
    ['calendar', '2030-01-10T16:00:00.000Z', '2030-01-10T17:00:00.000Z'],
  ])
})

test('the host calendar shows a block of several days as one entry with its full length', async () => {
  await asUser(database.sql, host, async (sql) => {
    await sql`select block_time(${other}, '2030-02-01 00:00Z', '2030-02-08 12:00Z', 'Renovation')`
    await sql`select block_time(${other}, '2030-02-08 12:00Z', '2030-02-08 14:00Z', 'Cleaning')`
  })
  expect(spans(await calendarOf(host, '2030-02-03', '2030-02-04'))).toEqual([
    ['blackout', '2030-02-01T00:00:00.000Z', '2030-02-08T12:00:00.000Z'],
  ])
  expect(await calendarOf(host, '2030-02-08', '2030-02-08', other)).toMatchObject([
    { note: 'Renovation' },
    { note: 'Cleaning' },
  ])
  expect(await calendarOf(host, '2030-02-08', '2030-02-08', space)).toEqual([])
})

test('a host can replace the note of a block of several days, and a guest cannot', async () => {
  const { sql } = database
  const span = sql`${other}, '2030-05-01 00:00Z', '2030-05-04 12:00Z'`
  const notes = async () =>
    (await calendarOf(host, '2030-05-01', '2030-05-05', other)).map(({ note }) => note)
  await asUser(sql, host, async (as) => {
    await as`select block_time(${span}, 'Renovation')`
    await as`select block_time(${other}, '2030-05-05 00:00Z', '2030-05-05 12:00Z', 'Cleaning')`
    await as`select set_block_note(${span}, 'New floor')`
  })
  expect(await notes()).toEqual(['New floor', 'Cleaning'])
  await expect(
    asUser(sql, guest, (as) => as`select set_block_note(${span}, 'Party')`),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await notes()).toEqual(['New floor', 'Cleaning'])
})

test('the host calendar omits expired holds and the spaces of other hosts', async () => {
  const { sql } = database
  await sql`select take_slot(${space}, '2030-03-01 01:00Z', '2030-03-01 02:00Z', 'hold', now() + interval '10 minutes')`
  await sql`select take_slot(${space}, '2030-03-01 02:00Z', '2030-03-01 03:00Z', 'hold', now() - interval '1 minute')`
  expect(spans(await calendarOf(host, '2030-03-01', '2030-03-01'))).toEqual([
    ['hold', '2030-03-01T01:00:00.000Z', '2030-03-01T02:00:00.000Z'],
  ])
  expect(await calendarOf(guest, '2030-03-01', '2030-03-01', space)).toEqual([])
})

type Block = { starts_at: string; ends_at: string; note: string; series_id: string | null }

const blockTimes = (space: string, blocks: Block[]) =>
  asUser(database.sql, host, async (sql) => {
    const [row] = await sql<
      { result: { blocked: string; conflicts: (Block & Record<string, unknown>)[] } }[]
    >`select block_times(${space}, ${sql.json(blocks)}) as result`
    return row!.result
  })

const unblockTimes = (space: string, times: string, series: string | null = null) =>
  asUser(database.sql, host, async (sql) => {
    const [row] = await sql<{ removed: Block[] }[]>`
      select unblock_times(${space}, ${times}, ${series}) as removed`
    return row!.removed
  })

/** Returns a block of two hours on each of the days, which are days of January 2031. */
const weeks = (days: number[], series: string): Block[] =>
  days.map((day) => ({
    starts_at: new Date(Date.UTC(2031, 0, day, 10)).toISOString(),
    ends_at: new Date(Date.UTC(2031, 0, day, 12)).toISOString(),
    note: 'Yoga',
    series_id: series,
  }))

const januaryOf = async (space: string) =>
  (await calendarOf(host, '2031-01-01', '2031-01-31', space)).map(
    ({ kind, starts_at, note, series_id }) =>
      `${new Date(starts_at).getUTCDate()} ${kind} ${String(note)} ${String(series_id)}`,
  )

const yoga = '00000000-0000-4000-8000-000000000001'
const chess = '00000000-0000-4000-8000-000000000002'

test('block_times blocks the free weeks of a series, and returns the newly blocked times and the booking that conflicts with another week', async () => {
  const { sql } = database
  const loft = await addSpace(sql, host, { time_zone: 'UTC' })
  const booking = await addBooking(sql, { guest, space: loft, day: 8 })
  await sql`select take_slot(${loft}, '2031-01-08 11:00Z', '2031-01-08 13:00Z', 'booking', null,
    ${booking})`
  await asUser(
    sql,
    host,
    (as) => as`select block_time(${loft}, '2031-01-15 11:00Z', '2031-01-15 13:00Z', 'Boiler')`,
  )

  const blocks = weeks([1, 8, 15], yoga)
  const { blocked, conflicts } = await blockTimes(loft, blocks)
  expect(conflicts).toEqual([
    {
      ...blocks[1],
      message: 'Liam has booked this time from Wed, Jan 8, 11:00 AM',
      booking_id: booking,
    },
  ])
  expect(await januaryOf(loft)).toEqual([
    `1 blackout Yoga ${yoga}`,
    '8 booking  null',
    `15 blackout Yoga ${yoga}`,
    '15 blackout Boiler null',
  ])

  await unblockTimes(loft, blocked)
  expect(await januaryOf(loft)).toEqual(['8 booking  null', '15 blackout Boiler null'])
})

test('block_times and unblock_times reject long lists, which would lock the space for seconds', async () => {
  const loft = await addSpace(database.sql, host, { time_zone: 'UTC' })
  const sameDay = (count: number) => weeks(Array<number>(count).fill(1), yoga)
  await expect(blockTimes(loft, sameDay(401))).rejects.toMatchObject({ detail: 'bad_block' })
  expect(await januaryOf(loft)).toEqual([])
  expect((await blockTimes(loft, sameDay(400))).conflicts).toEqual([])
  const hours = Array.from({ length: 1001 }, (_, hour) => {
    const at = (minute: number) => new Date(Date.UTC(2031, 0, 1, hour, minute)).toISOString()
    return `[${at(0)},${at(30)})`
  })
  await expect(unblockTimes(loft, `{${hours.join()}}`)).rejects.toMatchObject({
    detail: 'bad_block',
  })
  expect(await unblockTimes(loft, `{${hours.slice(1).join()}}`)).toHaveLength(2)
})

test('block_times blocks nothing if one of the times is over', async () => {
  const past = { ...weeks([1], yoga)[0]!, starts_at: '2020-01-01', ends_at: '2020-01-02' }
  const loft = await addSpace(database.sql, host, { time_zone: 'UTC' })
  await expect(blockTimes(loft, [...weeks([1], yoga), past])).rejects.toMatchObject({
    detail: 'bad_block',
  })
  expect(await januaryOf(loft)).toEqual([])
})

test('block_times blocks the rest of today after a booking of today has ended, even in a time zone with a UTC offset of 5:45 hours', async () => {
  const { sql } = database
  for (const time_zone of ['UTC', 'Asia/Kathmandu']) {
    const loft = await addSpace(sql, host, { time_zone })
    const booking = await addBooking(sql, { guest, space: loft, day: 8 })
    const [times] = await sql<[{ hour: Date; midnight: Date; end: Date }]>`
      with times as (select date_trunc('hour', now(), ${time_zone}) as hour)
      select hour, hour - interval '12 hours' as midnight, hour + interval '2 days' as end,
        take_slot(${loft}, hour - interval '1 hour', hour, 'booking', null, ${booking})
      from times`
    const { blocked, conflicts } = await blockTimes(loft, [
      {
        starts_at: times.midnight.toISOString(),
        ends_at: times.end.toISOString(),
        note: 'Floor',
        series_id: null,
      },
    ])
    expect(conflicts).toEqual([])
    const [isRest] = await sql`
      select parts @> tstzrange(${times.hour}::timestamptz + interval '1 hour', ${times.end})
        and not parts && tstzrange(null, ${times.hour}) as yes
      from (select ${blocked}::tstzmultirange as parts) as result`
    expect(isRest).toEqual({ yes: true })
  }
})

test('unblock_times removes a week and all later weeks of one series, and block_times restores them', async () => {
  const loft = await addSpace(database.sql, host, { time_zone: 'UTC' })
  const other = { starts_at: '2031-01-16', ends_at: '2031-01-17', note: '', series_id: chess }
  await blockTimes(loft, [...weeks([1, 8, 15, 22], yoga), other])
  const all = await januaryOf(loft)

  const week = await unblockTimes(loft, '{[2031-01-08 10:00Z,2031-01-08 12:00Z)}')
  expect(await januaryOf(loft)).toEqual(all.filter((entry) => !entry.startsWith('8 ')))
  await blockTimes(loft, week)
  expect(await januaryOf(loft)).toEqual(all)

  const later = await unblockTimes(loft, '{[2031-01-08 10:00Z,)}', yoga)
  expect(await januaryOf(loft)).toEqual([`1 blackout Yoga ${yoga}`, `16 blackout  ${chess}`])
  await blockTimes(loft, later)
  expect(await januaryOf(loft)).toEqual(all)
})

test('if the blocks of a weekly series last seven days, the host calendar shows one entry per week, even when daylight saving time begins', async () => {
  const { sql } = database
  const loft = await addSpace(sql, host, { time_zone: 'America/New_York' })
  // Daylight saving time starts on March 9, 2031, at 2:00.
  const times = ['03-01 05:00', '03-08 05:00', '03-15 04:00', '03-22 04:00']
  const weeksOf = times.slice(1).map((until, index) => ({
    starts_at: `2031-${times[index]}Z`,
    ends_at: `2031-${until}Z`,
    note: 'Away',
    series_id: yoga,
  }))
  await blockTimes(loft, weeksOf)
  const shown = async () =>
    spans(await calendarOf(host, '2031-03-10', '2031-03-10', loft)).concat(
      spans(await calendarOf(host, '2031-03-20', '2031-03-20', loft)),
    )
  expect(await shown()).toEqual([
    ['blackout', '2031-03-08T05:00:00.000Z', '2031-03-15T04:00:00.000Z'],
    ['blackout', '2031-03-15T04:00:00.000Z', '2031-03-22T04:00:00.000Z'],
  ])
  const week = await unblockTimes(loft, '{[2031-03-08 05:00Z,2031-03-15 04:00Z)}')
  expect(await shown()).toHaveLength(1)
  await blockTimes(loft, week)
  expect(await shown()).toHaveLength(2)
})

test('if each block of a weekly series lasts seven days, unblocking the first hours of one block does not shift the next block', async () => {
  const loft = await addSpace(database.sql, host, { time_zone: 'UTC' })
  const days = ['01', '08', '15', '22']
  const away = days.slice(1).map((until, index) => ({
    starts_at: `2031-01-${days[index]}`,
    ends_at: `2031-01-${until}`,
    note: 'Away',
    series_id: yoga,
  }))
  await blockTimes(loft, away)
  const shown = async () => spans(await calendarOf(host, '2031-01-01', '2031-01-31', loft))
  const all = await shown()
  expect(all).toHaveLength(3)

  const hours = await unblockTimes(loft, '{[2031-01-08 00:00Z,2031-01-08 05:00Z)}')
  expect(await shown()).toEqual([
    ['blackout', '2031-01-01T00:00:00.000Z', '2031-01-08T00:00:00.000Z'],
    ['blackout', '2031-01-08T05:00:00.000Z', '2031-01-15T00:00:00.000Z'],
    ['blackout', '2031-01-15T00:00:00.000Z', '2031-01-22T00:00:00.000Z'],
  ])
  await blockTimes(loft, hours)
  expect(await shown()).toEqual(all)
})

test('unblock_times does not remove past blocks of a series', async () => {
  const { sql } = database
  const loft = await addSpace(sql, host, { time_zone: 'UTC' })
  await blockTimes(loft, weeks([1], yoga))
  await sql`select take_slot(${loft}, '2020-01-01 10:00Z', '2020-01-01 12:00Z', 'blackout')`
  await sql`update space_availability set series_id = ${yoga} where space_id = ${loft}`
  expect(await unblockTimes(loft, '{[2020-01-01,)}', yoga)).toHaveLength(1)
  expect(spans(await calendarOf(host, '2020-01-01', '2020-01-01', loft))).toEqual([
    ['blackout', '2020-01-01T10:00:00.000Z', '2020-01-01T12:00:00.000Z'],
  ])
  expect(await januaryOf(loft)).toEqual([])
})

test('unblock_times keeps the note and the series of the remaining block, and returns no times in the past', async () => {
  const { sql } = database
  const loft = await addSpace(sql, host, { time_zone: 'UTC' })
  await blockTimes(loft, weeks([1], yoga))
  await unblockTimes(loft, '{[2031-01-01 10:30Z,2031-01-01 11:00Z)}')
  expect(await januaryOf(loft)).toEqual([`1 blackout Yoga ${yoga}`, `1 blackout Yoga ${yoga}`])

  await sql`select take_slot(${loft}, '2020-01-01 10:00Z', '2020-01-01 12:00Z', 'blackout')`
  expect(await unblockTimes(loft, '{[2020-01-01 00:00Z,2020-01-02 00:00Z)}')).toEqual([])
})

test('a guest can neither block nor unblock times of a space', async () => {
  const { sql } = database
  const loft = await addSpace(sql, host, { time_zone: 'UTC' })
  await blockTimes(loft, weeks([1], yoga))
  await expect(
    asUser(sql, guest, (as) => as`select block_times(${loft}, ${as.json(weeks([8], yoga))})`),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    asUser(sql, guest, (as) => as`select unblock_times(${loft}, '{[,)}', ${yoga})`),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await januaryOf(loft)).toEqual([`1 blackout Yoga ${yoga}`])
})

test('the error of block_time for a booked time contains the booking id, and unblock_time restores the buffer of a booking', async () => {
  const { sql } = database
  const loft = await addSpace(sql, host, { time_zone: 'Asia/Tokyo' })
  const booking = await addBooking(sql, { guest, space: loft, day: 12 }, { buffer_minutes: 60 })
  await sql`select take_slot(${loft}, '2030-01-12 10:00Z', '2030-01-12 11:00Z', 'booking', null,
    ${booking}, '2030-01-12 12:00Z')`
  const change = (name: 'block_time' | 'unblock_time', from: string, to: string) =>
    asUser(
      database.sql,
      host,
      (asHost) => asHost`
      select ${asHost.unsafe(name)}(${loft}, ${`2030-01-12 ${from}Z`}, ${`2030-01-12 ${to}Z`})`,
    )
  await expect(change('block_time', '09:00', '10:30')).rejects.toMatchObject({
    message: 'Liam has booked this time from Sat, Jan 12, 7:00 PM',
    detail: 'slot_taken',
    hint: booking,
  })
  const bufferEnd = async () => {
    const [row] = await sql<{ until: Date | null }[]>`
      select buffered_until as until from space_availability where booking_id = ${booking}`
    return row?.until?.toISOString()
  }
  await change('block_time', '11:30', '14:00')
  expect(await bufferEnd()).toBe('2030-01-12T11:30:00.000Z')
  await change('unblock_time', '11:30', '14:00')
  expect(await bufferEnd()).toBe('2030-01-12T12:00:00.000Z')
})
