import { expect, test } from 'vitest'
import { busyEvents } from './events.ts'

const now = new Date('2026-11-23T12:00:00Z')

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )

const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

async function spansIn(zone: string, ...parts: string[]) {
  const events = await busyEvents(calendar(...parts), zone, now)
  return events
    .map(({ start_time, end_time }) => `${start_time.slice(0, 16)}/${end_time.slice(0, 16)}`)
    .sort()
}

const spans = (...lines: string[]) => spansIn('Europe/Berlin', event('UID:one', ...lines))

test("an event's times with Z are in UTC, and its times without a zone are in the space's time zone", async () => {
  expect(await spans('DTSTART:20261125T110000Z', 'DTEND:20261125T120000Z')).toEqual([
    '2026-11-25T11:00/2026-11-25T12:00',
  ])
  expect(await spans('DTSTART:20261125T110000', 'DTEND:20261125T120000')).toEqual([
    '2026-11-25T10:00/2026-11-25T11:00',
  ])
})

test.each([
  ['an IANA name', 'America/New_York'],
  ['a quoted name', '"America/New_York"'],
  ['a prefixed name', '/citadel.org/20250101_1/America/New_York'],
  ['a Windows name', 'Eastern Standard Time'],
])('a TZID that is %s selects the time zone of an event', async (_, tzid) => {
  expect(
    await spans(`DTSTART;TZID=${tzid}:20261125T090000`, `DTEND;TZID=${tzid}:20261125T100000`),
  ).toEqual(['2026-11-25T14:00/2026-11-25T15:00'])
})

test("an event with Outlook's unquoted TZID `tzone://Microsoft/Utc` is read as UTC", async () => {
  expect(
    await spans(
      'DTSTART;TZID=tzone://Microsoft/Utc:20261125T090000',
      'DTEND;TZID=tzone://Microsoft/Utc:20261125T100000',
    ),
  ).toEqual(['2026-11-25T09:00/2026-11-25T10:00'])
})

const customZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n')

test('an event with a TZID that only the file defines follows the rules of this VTIMEZONE, before and after daylight saving time begins', async () => {
  const weekly = event(
    'UID:weekly',
    'DTSTART;TZID=Customized Time Zone:20270321T120000',
    'DTEND;TZID=Customized Time Zone:20270321T130000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
  )
  expect(await spansIn('America/Lima', customZone, weekly)).toEqual([
    '2027-03-21T11:00/2027-03-21T12:00',
    '2027-03-28T10:00/2027-03-28T11:00',
    '2027-04-04T10:00/2027-04-04T11:00',
  ])
})

test("an event with an unknown TZID and no VTIMEZONE is in the space's time zone", async () => {
  expect(
    await spans('DTSTART;TZID=Office:20261125T110000', 'DTEND;TZID=Office:20261125T120000'),
  ).toEqual(['2026-11-25T10:00/2026-11-25T11:00'])
})

test("an all-day event lasts from midnight to midnight in the space's time zone, even if daylight saving time begins on that day", async () => {
  expect(await spans('DTSTART;VALUE=DATE:20261125')).toEqual(['2026-11-24T23:00/2026-11-25T23:00'])
  expect(await spans('DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270329')).toEqual([
    '2027-03-26T23:00/2027-03-28T22:00',
  ])
})

test('an event with a DURATION ends after this duration, and an event with neither end nor duration blocks nothing', async () => {
  expect(await spans('DTSTART:20261125T110000Z', 'DURATION:PT1H30M')).toEqual([
    '2026-11-25T11:00/2026-11-25T12:30',
  ])
  expect(await spans('DTSTART:20261125T110000Z')).toEqual([])
})

test('a weekly event keeps its local time when daylight saving time begins', async () => {
  expect(
    await spans(
      'DTSTART;TZID=Europe/Berlin:20270322T180000',
      'DTEND;TZID=Europe/Berlin:20270322T190000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ),
  ).toEqual(['2027-03-22T17:00/2027-03-22T18:00', '2027-03-29T16:00/2027-03-29T17:00'])
})

test.each([
  ['a UTC time', 'UNTIL=20261203T110000Z'],
  ['a local time', 'UNTIL=20261203T120000'],
  ['a date', 'UNTIL=20261203'],
])(
  'the occurrence at UNTIL is the last one of a recurring event if UNTIL is given as %s',
  async (_, until) => {
    const found = await spans(
      'DTSTART;TZID=Europe/Berlin:20261201T120000',
      'DTEND;TZID=Europe/Berlin:20261201T130000',
      `RRULE:FREQ=DAILY;${until}`,
    )
    expect(found).toHaveLength(3)
    expect(found.at(-1)).toBe('2026-12-03T11:00/2026-12-03T12:00')
  },
)

test('an all-day Outlook series with an UNTIL in UTC includes its last day', async () => {
  expect(
    await spans(
      'DTSTART;VALUE=DATE:20261201',
      'DTEND;VALUE=DATE:20261202',
      'RRULE:FREQ=DAILY;UNTIL=20261201T230000Z',
    ),
  ).toEqual(['2026-11-30T23:00/2026-12-01T23:00', '2026-12-01T23:00/2026-12-02T23:00'])
})

test('EXDATE removes occurrences given as local times, as UTC times and as dates', async () => {
  const series = [
    'DTSTART;TZID=Europe/Berlin:20261201T120000',
    'DTEND;TZID=Europe/Berlin:20261201T130000',
    'RRULE:FREQ=DAILY;COUNT=5',
  ]
  expect(
    await spans(
      ...series,
      'EXDATE;TZID=Europe/Berlin:20261201T120000,20261202T120000',
      'EXDATE:20261203T110000Z',
      'EXDATE;VALUE=DATE:20261204',
    ),
  ).toEqual(['2026-12-05T11:00/2026-12-05T12:00'])
})

test('RDATE adds occurrences given as times, as periods with an end or as periods with a duration', async () => {
  expect(
    await spans(
      'DTSTART:20261201T100000Z',
      'DTEND:20261201T110000Z',
      'RDATE:20261202T100000Z',
      'RDATE;VALUE=PERIOD:20261203T100000Z/20261203T130000Z,20261204T100000Z/PT2H',
    ),
  ).toEqual([
    '2026-12-01T10:00/2026-12-01T11:00',
    '2026-12-02T10:00/2026-12-02T11:00',
    '2026-12-03T10:00/2026-12-03T13:00',
    '2026-12-04T10:00/2026-12-04T12:00',
  ])
})

const dailySeries = event(
  'UID:series',
  'DTSTART;TZID=Europe/Berlin:20261201T120000',
  'DTEND;TZID=Europe/Berlin:20261201T130000',
  'RRULE:FREQ=DAILY;COUNT=3',
)

test('an event with a RECURRENCE-ID moves, cancels or frees a single occurrence', async () => {
  const override = (...lines: string[]) =>
    event('UID:series', 'RECURRENCE-ID;TZID=Europe/Berlin:20261202T120000', ...lines)
  const moved = ['DTSTART:20261202T150000Z', 'DTEND:20261202T160000Z']
  const [first, , last] = await spansIn('Europe/Berlin', dailySeries)
  const withOverride = (...lines: string[]) =>
    spansIn('Europe/Berlin', override(...lines), dailySeries)
  expect(await withOverride(...moved)).toEqual([first, '2026-12-02T15:00/2026-12-02T16:00', last])
  expect(await withOverride(...moved, 'STATUS:CANCELLED')).toEqual([first, last])
  expect(await withOverride(...moved, 'TRANSP:TRANSPARENT')).toEqual([first, last])
})

test('cancelled events, transparent events and events exported by Hourspace block nothing', async () => {
  const time = ['DTSTART:20261125T110000Z', 'DTEND:20261125T120000Z']
  expect(await spans(...time, 'STATUS:CANCELLED')).toEqual([])
  expect(await spans(...time, 'TRANSP:TRANSPARENT')).toEqual([])
  const own = 'UID:booking-7d3c1f6e-0000-4000-8000-000000000001@hourspace.demo'
  expect(await spansIn('UTC', event(own, ...time))).toEqual([])
})

test('the calendar import keeps occurrences within about 13 months, even of an old endless series, and omits events outside this period', async () => {
  const found = await spans(
    'DTSTART;VALUE=DATE:19900101',
    'DTEND;VALUE=DATE:19900102',
    'RRULE:FREQ=DAILY',
  )
  expect(found.length).toBeGreaterThan(396)
  expect(found.length).toBeLessThan(401)
  expect(await spans('DTSTART:20261101T110000Z', 'DTEND:20261101T120000Z')).toEqual([])
  expect(await spans('DTSTART:20290101T110000Z', 'DTEND:20290101T120000Z')).toEqual([])
})

test('the calendar import keeps an event in progress that started before the import period', async () => {
  expect(
    await spans('DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20261201', 'SUMMARY:Works'),
  ).toEqual(['2025-12-31T23:00/2026-11-30T23:00'])
})

test('the calendar parser joins folded lines, unescapes text, removes NUL characters and replaces unpaired surrogates', async () => {
  const [found] = await busyEvents(
    calendar(
      event(
        'UID:one',
        'DTSTART:20261125T110000Z',
        'DTEND:2026112',
        ' 5T120000Z',
        'SUMMARY:Yoga\\, be\0ginners\\nroom 2 \uD83D',
      ),
    ),
    'UTC',
    now,
  )
  expect(found).toMatchObject({
    end_time: '2026-11-25T12:00:00.000Z',
    summary: 'Yoga, beginners room 2 \uFFFD',
  })
})

const readBroken = (text: string) => busyEvents(text, 'UTC', now)

test.each([
  ['a web page', '<!doctype html><title>Sign in</title>'],
  ['an empty response', ''],
  ['a truncated calendar', calendar(event('UID:one', 'DTSTART:20261125T110000Z')).slice(0, -20)],
])('the calendar import rejects %s with feed_not_calendar', async (_, text) => {
  await expect(readBroken(text)).rejects.toMatchObject({ code: 'feed_not_calendar' })
})

test.each([
  ['without a start', event('UID:one', 'SUMMARY:Tennis')],
  ['with an invalid start time', event('UID:one', 'DTSTART:soon')],
  [
    'with an invalid recurrence rule',
    event('UID:one', 'DTSTART:20261125T110000Z', 'RRULE:FREQ=BOGUS'),
  ],
])('the calendar import rejects an event %s with feed_unreadable', async (_, text) => {
  await expect(readBroken(calendar(text))).rejects.toMatchObject({ code: 'feed_unreadable' })
})

test('the error of the calendar import about an unreadable event names the event and its invalid time', async () => {
  const broken = event('UID:one', 'SUMMARY:Tennis', 'DTSTART:soon')
  await expect(readBroken(calendar(broken))).rejects.toThrow(/that event: Tennis \(soon\)$/)
})

test.each([
  'FREQ=SECONDLY',
  'FREQ=MINUTELY',
  'FREQ=HOURLY',
  `FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5,6,7,8;BYSECOND=1,2,3,4,5`,
  'FREQ=DAILY;COUNT=900000000',
])(
  'the calendar import rejects a recurrence rule with too many occurrences (%s) within 1 s of CPU time',
  async (rule) => {
    const before = process.threadCpuUsage()
    const endless = event('UID:one', 'DTSTART:19000101T110000Z', 'DURATION:PT1S', `RRULE:${rule}`)
    await expect(readBroken(calendar(endless))).rejects.toMatchObject({
      code: 'feed_too_many_events',
    })
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000)
  },
)

test('parsing a calendar with many costly recurrence rules takes less than 6 s of CPU time', async () => {
  const costly = Array.from({ length: 400 }, (_, index) =>
    event(
      `UID:${index}`,
      'DTSTART:19000101T110000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=YEARLY;BYDAY=1MO,2TU,3WE,-1SU;BYSETPOS=1;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;UNTIL=19010101',
    ),
  )
  const before = process.threadCpuUsage()
  await readBroken(calendar(...costly)).catch(() => {})
  expect(process.threadCpuUsage(before).user).toBeLessThan(6_000_000)
})
