import { expect, test } from 'vitest'
import { newParts } from './host-calendar.ts'

const at = (hour: number) => `2030-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const times = (from: number, until: number, earlier: [number, number][]) =>
  newParts(
    { spaceId: 'loft', startsAt: at(from), endsAt: at(until), note: '' },
    earlier.map(([start, end]) => ({ start_time: at(start), end_time: at(end) })),
  ).map(({ startsAt, endsAt }) => [startsAt, endsAt])

test('newParts omits the times of earlier blocks', () => {
  expect(times(9, 17, [])).toEqual([[at(9), at(17)]])
  expect(
    times(9, 17, [
      [11, 12],
      [14, 20],
    ]),
  ).toEqual([
    [at(9), at(11)],
    [at(12), at(14)],
  ])
  expect(
    times(9, 17, [
      [8, 10],
      [10, 18],
    ]),
  ).toEqual([])
  expect(
    times(9, 17, [
      [1, 2],
      [20, 21],
    ]),
  ).toEqual([[at(9), at(17)]])
})
