import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withUniformTiming } from './uniform-timing.ts'

const beatMs = 100

// Uses fake timers, because real timers fire late on a busy machine.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.each([
  ['immediate work', 100, async () => {}],
  ['work of 40 ms', 100, () => passing(40)],
  ['an error', 100, () => Promise.reject(new Error('no'))],
  ['work of 140 ms', 200, () => passing(140)],
])('withUniformTiming with a 100 ms interval responds to %s after %i ms', async (_, ms, work) => {
  const start = performance.now()
  const took = withUniformTiming<unknown>(beatMs, work).then(
    () => performance.now() - start,
    () => performance.now() - start,
  )
  await vi.runAllTimersAsync()
  expect(await took).toBe(ms)
})

test('withUniformTiming returns the result of the work, or rejects with the error of the work', async () => {
  const [said, refused] = await Promise.all([
    Promise.allSettled([withUniformTiming(5, async () => 7)]),
    Promise.allSettled([withUniformTiming(5, () => Promise.reject(new Error('no')))]),
    vi.runAllTimersAsync(),
  ])
  expect(said).toEqual([{ status: 'fulfilled', value: 7 }])
  expect(refused).toEqual([{ status: 'rejected', reason: new Error('no') }])
})
