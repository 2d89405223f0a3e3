import { expect, test } from 'vitest'
import { timelineOf } from './timeline.tsx'

const facts = {
  created_at: '2026-11-24T10:00:00Z',
  answer: 'accepted',
  answer_by: '2026-11-25T10:00:00Z',
  answered_at: '2026-11-24T10:05:20Z',
  cancelled_at: null,
  cancelled_by: null,
  problems: [],
  status: 'confirmed',
  start_time: '2026-11-28T10:00:00Z',
  end_time: '2026-11-28T12:00:00Z',
  time_zone: 'Europe/Berlin',
} satisfies Parameters<typeof timelineOf>[0]

const now = new Date('2026-11-24T10:05:00Z')

test("timelineOf lists a recorded answer as a past event even if the clock of the viewer's device is behind", () => {
  const events = timelineOf(facts, [], false, now)
  expect(events.map(({ title, isDone }) => [title, isDone])).toEqual([
    ['Requested', true],
    ['Accepted by the host', true],
    ['Starts', false],
    ['Ends', false],
  ])
})

test.each([
  ['guest', 'You cancelled', 'Cancelled by the guest'],
  ['host', 'Cancelled by the host', 'You cancelled'],
] as const)(
  'timelineOf names the canceller of a booking that the %s cancelled: "%s" for the guest, "%s" for the host',
  (cancelled_by, forGuest, forHost) => {
    const cancelled = {
      ...facts,
      status: 'cancelled',
      cancelled_by,
      cancelled_at: '2026-11-24T10:03:00Z',
      answer: null,
    } as const
    const titles = (isHost: boolean) =>
      timelineOf(cancelled, [], isHost, now).map(({ title }) => title)
    expect(titles(false)).toEqual(['Requested', forGuest])
    expect(titles(true)).toEqual(['Requested', forHost])
  },
)

test('timelineOf says whether an accepted change changed the time, the people or the extras, and omits declined changes', () => {
  const change = {
    status: 'done',
    answered_at: '2026-11-25T10:00:00Z',
    old_start_time: '2026-11-28T10:00:00+00:00',
    old_end_time: '2026-11-28T12:00:00+00:00',
    old_guest_count: 2,
    start_time: '2026-11-28T13:00:00+00:00',
    end_time: '2026-11-28T15:00:00+00:00',
    guest_count: 2,
  } as const
  const sameTime = { start_time: change.old_start_time, end_time: change.old_end_time }
  const changes = [
    change,
    { ...change, ...sameTime, guest_count: 5, answered_at: '2026-11-25T11:00:00Z' },
    { ...change, ...sameTime, answered_at: '2026-11-25T12:00:00Z' },
    { ...change, status: 'declined', answered_at: '2026-11-25T13:00:00Z' },
  ] as const
  expect(timelineOf(facts, changes, false, now).map(({ title }) => title)).toEqual([
    'Requested',
    'Accepted by the host',
    'Time changed to Sat, Nov 28, 2:00 PM – 4:00 PM',
    'Number of people changed to 5',
    'Extras changed',
    'Starts',
    'Ends',
  ])
})
