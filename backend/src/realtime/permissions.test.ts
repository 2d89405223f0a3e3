import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { Permissions } from './permissions.ts'

const caller = (sub: string): Caller => ({
  role: 'authenticated',
  userId: sub,
  claims: { sub },
  claimsJson: JSON.stringify({ sub }),
})

const batchAsCaller = vi.fn<() => Promise<Buffer[][][]>>(async () => [
  [[Buffer.from('read broadcast')], [Buffer.from('write presence')]],
])

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  batchAsCaller.mockClear()
  vi.useRealTimers()
})

test('concurrent permission checks with equal claims and topic run only one query', async () => {
  const permissions = new Permissions({ batchAsCaller } as unknown as Database)
  const answers = await Promise.all([
    permissions.of(caller('ada'), 'room'),
    permissions.of(caller('ada'), 'room'),
  ])
  expect(batchAsCaller).toHaveBeenCalledTimes(1)
  expect(answers[0]).toEqual(new Set(['read broadcast', 'write presence']))
  await permissions.of(caller('bob'), 'room')
  await permissions.of(caller('ada'), 'hall')
  expect(batchAsCaller).toHaveBeenCalledTimes(3)
})

test('permissions are queried again after the cache time, or immediately if the last query failed', async () => {
  const permissions = new Permissions({ batchAsCaller } as unknown as Database)
  await permissions.of(caller('ada'), 'room')
  vi.advanceTimersByTime(3_000)
  batchAsCaller.mockRejectedValueOnce(new Error('gone'))
  await expect(permissions.of(caller('ada'), 'room')).rejects.toThrow('gone')
  await permissions.of(caller('ada'), 'room')
  expect(batchAsCaller).toHaveBeenCalledTimes(3)
})
