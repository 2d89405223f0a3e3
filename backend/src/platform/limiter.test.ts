import { expect, test } from 'vitest'
import { createKeyedLimiter, createLimiter, TooBusyError } from './limiter.ts'

test('a limiter runs tasks in order within its concurrency limit, and rejects tasks if its queue is full', async () => {
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

test('a failed task releases its slot in the limiter', async () => {
  const limited = createLimiter(1, 1)
  await expect(limited(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await limited(() => Promise.resolve('next'))).toBe('next')
})

test("an aborted task leaves the limiter's queue, and a task that already runs is not aborted", async () => {
  const limited = createLimiter(1, 2)
  const first = Promise.withResolvers<string>()
  const running = limited(() => first.promise)
  const leaving = new AbortController()
  const left = limited(() => Promise.resolve('never'), leaving.signal)
  const behind = limited(() => Promise.resolve('behind'))
  leaving.abort(new Error('aborted'))
  await expect(left).rejects.toThrow('aborted')
  const next = limited(() => Promise.resolve('next'))
  first.resolve('first')
  expect(await Promise.all([running, behind, next])).toEqual(['first', 'behind', 'next'])
  const late = new AbortController()
  const work = Promise.withResolvers<string>()
  const started = limited(() => work.promise, late.signal)
  late.abort(new Error('too late'))
  work.resolve('done')
  expect(await started).toBe('done')
})

test('a keyed limiter queues tasks per key and rejects a task that waits too long', async () => {
  const limited = createKeyedLimiter(1, 10, 30)
  const first = Promise.withResolvers<string>()
  const running = limited('a', () => first.promise)
  const waiting = limited('a', () => Promise.resolve('never'))
  expect(await limited('b', () => Promise.resolve('other key'))).toBe('other key')
  await expect(waiting).rejects.toThrow(TooBusyError)
  first.resolve('first')
  expect(await running).toBe('first')
  expect(await limited('a', () => Promise.resolve('next'))).toBe('next')
})
