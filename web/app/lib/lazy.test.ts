import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLoading, loadWhenOnline } from './lazy.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/a.js')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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

test('keepLoading logs a failure and loads again every 5 s until the data has loaded', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure)
    .mockResolvedValueOnce('data')
  const onResult = vi.fn<(data: string | null) => void>()
  keepLoading(load, onResult)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(onResult.mock.calls).toEqual([[null], [null]])
  expect(logged).toHaveBeenCalledWith(expect.any(String), failure)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onResult.mock.calls).toEqual([[null], [null], ['data']])
  expect(load).toHaveBeenCalledTimes(3)
})

test('keepLoading ignores a result and does not load again after it is stopped', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const onResult = vi.fn<(data: string | null) => void>()
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(failure)
  const stop = keepLoading(load, onResult)
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  keepLoading(() => Promise.resolve('data'), onResult)()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  expect(onResult.mock.calls).toEqual([[null]])
})
