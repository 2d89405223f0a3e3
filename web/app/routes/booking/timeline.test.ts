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
} satisfies Parameters<typeof timelineOf>[0]

const now = new Date('2026-11-24T10:05:00Z')

test("timelineOf lists a recorded answer as a past event even if the clock of the viewer's device is behind", () => {
  const events = timelineOf(facts, false, now)
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
    const titles = (isHost: boolean) => timelineOf(cancelled, isHost, now).map(({ title }) => title)
    expect(titles(false)).toEqual(['Requested', forGuest])
    expect(titles(true)).toEqual(['Requested', forHost])
  },
)
