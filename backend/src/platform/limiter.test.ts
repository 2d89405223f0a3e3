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

test('who waits may leave the line, and holds nobody up', async () => {
  const limited = createLimiter(1, 2)
  const first = Promise.withResolvers<string>()
  const running = limited(() => first.promise)
  const leaving = new AbortController()
  const left = limited(() => Promise.resolve('never'), leaving.signal)
  const behind = limited(() => Promise.resolve('behind'))
  leaving.abort(new Error('given up'))
  await expect(left).rejects.toThrow('given up')
  const inItsPlace = limited(() => Promise.resolve('in its place'))
  first.resolve('first')
  expect(await Promise.all([running, behind, inItsPlace])).toEqual([
    'first',
    'behind',
    'in its place',
  ])
  // Once it runs, it is too late to leave.
  const late = new AbortController()
  const work = Promise.withResolvers<string>()
  const started = limited(() => work.promise, late.signal)
  late.abort(new Error('too late'))
  work.resolve('done')
  expect(await started).toBe('done')
})
