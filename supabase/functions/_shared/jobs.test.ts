import { expect, test, vi } from 'vitest'
import { failure } from './errors.ts'
import { forEachAtMost, runSteps } from './jobs.ts'

test('forEachAtMost tries all items, logs each failure as one JSON line, and throws only if all items failed', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  const tried: string[] = []
  const failing = forEachAtMost(2, items, async ({ id }) => {
    tried.push(id)
    throw new Error(`no ${id}`)
  })
  await expect(failing).rejects.toThrow('3 of 3 items failed: no a')
  expect(tried).toEqual(['a', 'b', 'c'])
  expect(JSON.parse(String(log.mock.calls[0]))).toMatchObject({
    level: 'error',
    message: 'a job failed for a; the job runs again later',
    cause: { type: 'Error', message: 'no a', stack: expect.stringContaining('jobs.test.ts') },
  })
  const onlyB = (item: { id: string }) =>
    item.id === 'b' ? Promise.resolve() : Promise.reject(new Error('no'))
  expect(await forEachAtMost(2, items, onlyB)).toBe(1)
  expect(await forEachAtMost(2, [], onlyB)).toBe(0)
  log.mockRestore()
})

test('forEachAtMost does not throw if the only item was refused, but throws if the service is busy', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const one = [{ id: 'a' }]
  const refused = () => Promise.reject(failure('booking_not_found'))
  expect(await forEachAtMost(1, one, refused)).toBe(0)
  const busy = () => Promise.reject(failure('busy'))
  await expect(forEachAtMost(1, one, busy)).rejects.toThrow('1 of 1 items failed')
  log.mockRestore()
})

test('runSteps runs the later steps of a job after a failed step, and then throws the error of the failed step', async () => {
  const later = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await expect(runSteps([() => Promise.reject(new Error('first')), later])).rejects.toThrow('first')
  expect(later).toHaveBeenCalled()
})
