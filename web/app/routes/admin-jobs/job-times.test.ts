import { expect, test } from 'vitest'
import { ageText, durationText, intervalText } from './job-times.ts'

const now = new Date('2030-01-02T12:00:00Z')

test.each([
  ['2030-01-02T11:59:30Z', 'Just now'],
  ['2030-01-02T11:58:30Z', '1 minute ago'],
  ['2030-01-02T09:00:00Z', '3 hours ago'],
  ['2029-12-31T12:00:00Z', '2 days ago'],
])('ageText at noon on January 2 formats %s as "%s"', (at, text) => {
  expect(ageText(at, now)).toBe(text)
})

test.each([
  [3, 'Every 3 seconds'],
  [60, 'Every minute'],
  [3600, 'Every hour'],
])('a job that runs every %d seconds is described as "%s"', (seconds, text) => {
  expect(intervalText(seconds)).toBe(text)
})

test('durationText formats runs shorter than one second in milliseconds and longer runs in seconds, and returns null before the first run', () => {
  const started_at = '2030-01-02T12:00:00.000+00:00'
  const took = (finished_at: string) => durationText({ started_at, finished_at })
  expect(took('2030-01-02T12:00:00.035+00:00')).toBe('35 ms')
  expect(took('2030-01-02T12:00:01.240+00:00')).toBe('1.2 s')
  expect(durationText({ started_at: null, finished_at: null })).toBeNull()
})
