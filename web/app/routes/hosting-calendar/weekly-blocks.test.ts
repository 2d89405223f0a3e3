import { expect, test } from 'vitest'
import { weeklyBlocks } from './weekly-blocks.ts'

const block = {
  starts_at: '2030-03-01T14:00:00.000Z',
  ends_at: '2030-03-01T17:00:00.000Z',
  note: 'Cleaning',
}
const series_id: unknown = expect.any(String)

test('weeklyBlocks keeps the local time of a block after a change to daylight saving time', () => {
  const blocks = weeklyBlocks(block, '2030-03-15', 'America/New_York')
  expect(blocks).toEqual([
    { ...block, series_id },
    {
      ...block,
      starts_at: '2030-03-08T14:00:00.000Z',
      ends_at: '2030-03-08T17:00:00.000Z',
      series_id,
    },
    {
      ...block,
      starts_at: '2030-03-15T13:00:00.000Z',
      ends_at: '2030-03-15T16:00:00.000Z',
      series_id,
    },
  ])
  expect(new Set(blocks.map((week) => week.series_id)).size).toBe(1)
})

test('weeklyBlocks omits a week in which daylight saving time skips the blocked hour', () => {
  const night = {
    ...block,
    starts_at: '2030-03-03T07:00:00.000Z',
    ends_at: '2030-03-03T08:00:00.000Z',
  }
  expect(weeklyBlocks(night, '2030-03-17', 'America/New_York')).toEqual([
    { ...night, series_id },
    {
      ...night,
      starts_at: '2030-03-17T06:00:00.000Z',
      ends_at: '2030-03-17T07:00:00.000Z',
      series_id,
    },
  ])
})

test("weeklyBlocks omits blocks that start after the last day in the space's time zone", () => {
  expect(weeklyBlocks(block, '2030-03-08', 'Asia/Tokyo')).toHaveLength(2)
  expect(
    weeklyBlocks({ ...block, starts_at: '2030-03-01T16:00:00.000Z' }, '2030-03-08', 'Asia/Tokyo'),
  ).toHaveLength(1)
})

test('without a last day, weeklyBlocks returns a single block that belongs to no series', () => {
  expect(weeklyBlocks(block, '', 'UTC')).toEqual([{ ...block, series_id: null }])
})
