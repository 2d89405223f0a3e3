import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWhenOnline } from './lazy.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/a.js')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('loadWhenOnline waits for the connection when code fails to load offline', async () => {
  const page = new EventTarget()
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(failure)
    .mockResolvedValueOnce('code')
  const loading = loadWhenOnline(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  page.dispatchEvent(new Event('online'))
  await expect(loading).resolves.toBe('code')
})

test('loadWhenOnline loads code again once while online, then throws the error', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(failure)
  await Promise.all([
    expect(loadWhenOnline(load)).rejects.toBe(failure),
    vi.advanceTimersByTimeAsync(60_000),
  ])
  expect(load).toHaveBeenCalledTimes(2)
})
