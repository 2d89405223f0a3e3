import { expect, test } from 'vitest'
import { daysSoon } from './free-soon.tsx'

test('daysSoon returns today, tomorrow and the next Saturday', () => {
  expect(daysSoon('2026-12-01')).toEqual([
    { label: 'Free today', date: '2026-12-01' },
    { label: 'Free tomorrow', date: '2026-12-02' },
    { label: 'Free this Saturday', date: '2026-12-05' },
  ])
})

test('daysSoon does not return Saturday twice if today or tomorrow is a Saturday', () => {
  expect(daysSoon('2026-12-04').map(({ date }) => date)).toEqual(['2026-12-04', '2026-12-05'])
  expect(daysSoon('2026-12-05').map(({ date }) => date)).toEqual(['2026-12-05', '2026-12-06'])
})
