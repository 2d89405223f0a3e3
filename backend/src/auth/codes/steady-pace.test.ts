import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atSteadyPace } from './steady-pace.ts'

const beatMs = 100

async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await atSteadyPace(beatMs, work).catch(() => {})
  return performance.now() - start
}

test('little work, more of it and a refusal take as long', { retry: 3 }, async () => {
  const times = await Promise.all([
    took(async () => {}),
    took(() => setTimeout(40)),
    took(() => Promise.reject(new Error('no'))),
  ])
  for (const time of times) {
    // Timers are a millisecond or two off, and a busy machine some more.
    expect(time).toBeGreaterThan(95)
    expect(time).toBeLessThan(150)
  }
})

test('what comes out is what the work says', async () => {
  await expect(atSteadyPace(5, async () => 7)).resolves.toBe(7)
  await expect(atSteadyPace(5, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
