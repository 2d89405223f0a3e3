import { expect, test } from 'vitest'
import { createLimiter, TooBusyError } from './limiter.ts'

test('runs no more at once than allowed, in order, and refuses what cannot wait', async () => {
  const limited = createLimiter(2, 3)
  let running = 0
  let most = 0
  const finished: number[] = []
  const work = (id: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    finished.push(id)
  }
  const accepted = [0, 1, 2, 3, 4].map((id) => limited(work(id)))
  await expect(limited(work(5))).rejects.toThrow(TooBusyError)
  await Promise.all(accepted)
  expect([most, finished]).toEqual([2, [0, 1, 2, 3, 4]])
})

test('a failure frees its place', async () => {
  const limited = createLimiter(1, 1)
  await expect(limited(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await limited(() => Promise.resolve('next'))).toBe('next')
})
