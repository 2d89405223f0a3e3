import { expect, test } from 'vitest'
import { timelineOf } from './timeline.tsx'

test("timelineOf lists a recorded answer as a past event even if the clock of the viewer's device is behind", () => {
  const events = timelineOf(
    {
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
    },
    new Date('2026-11-24T10:05:00Z'),
  )
  expect(events.map(({ title, isDone }) => [title, isDone])).toEqual([
    ['Requested', true],
    ['Accepted by the host', true],
    ['Starts', false],
    ['Ends', false],
  ])
})
