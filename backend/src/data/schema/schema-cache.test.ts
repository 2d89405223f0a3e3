import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '#backend/platform/log.ts'
import { SchemaCache, type Loaded } from './schema-cache.ts'

type Reading = ReturnType<typeof Promise.withResolvers<Loaded>>

/** Creates a cache with a fake catalog, so that the test decides when a schema read finishes. */
function openCache() {
  const readings: Reading[] = []
  let say = (_message: string) => {}
  let isListening = () => {}
  const owner = {
    listen: async (_channel: string, onMessage: typeof say, onListening: () => void) => {
      say = onMessage
      isListening = onListening
      return { unlisten: async () => {}, state: {} }
    },
    unsafe: vi.fn<() => Promise<{ name: string }[]>>(async () => [{ name: 'UTC' }]),
  }
  const cache = new SchemaCache(owner as never, createLog('silent'), () => {
    const reading = Promise.withResolvers<Loaded>()
    readings.push(reading)
    return reading.promise
  })
  return {
    cache,
    readings,
    owner,
    say: (message: string) => say(message),
    reconnect: () => isListening(),
  }
}

const schema = (name: string) => ({ schema: { exposed: [name] } }) as unknown as Loaded
const settled = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

test('SchemaCache reads the schema once for concurrent first requests', async () => {
  const { cache, readings } = openCache()
  const asked = [cache.get(), cache.get(), cache.get()]
  expect(readings).toHaveLength(1)
  readings[0]?.resolve(schema('first'))
  expect(await Promise.all(asked)).toEqual([schema('first'), schema('first'), schema('first')])
})

test('SchemaCache serves the old schema during a reload and reloads again if a notification arrives during the reload', async () => {
  const { cache, readings, say } = openCache()
  const first = cache.get()
  readings[0]?.resolve(schema('first'))
  await first
  for (let times = 0; times < 50; times++) say('reload schema')
  expect(readings).toHaveLength(2)
  expect(await cache.get()).toEqual(schema('first'))
  readings[1]?.resolve(schema('second'))
  await settled()
  expect(await cache.get()).toEqual(schema('second'))
  expect(readings).toHaveLength(3)
  readings[2]?.resolve(schema('third'))
  await settled()
  expect(await cache.get()).toEqual(schema('third'))
  expect(readings).toHaveLength(3)
})

test('SchemaCache retries a failed reload in the background, with a delay that doubles from 500 ms', async () => {
  vi.useFakeTimers()
  const { cache, readings, say } = openCache()
  const first = cache.get()
  readings[0]?.resolve(schema('first'))
  await first
  say('')
  readings[1]?.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(500)
  expect(readings).toHaveLength(3)
  expect(await cache.get()).toEqual(schema('first'))
  readings[2]?.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(900)
  expect(readings).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(100)
  readings[3]?.resolve(schema('second'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await cache.get()).toEqual(schema('second'))
})

test('SchemaCache rejects if the first schema read fails, and reads again for the next request', async () => {
  const { cache, readings } = openCache()
  const first = cache.get()
  readings[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  const second = cache.get()
  readings[1]?.resolve(schema('second'))
  expect(await second).toEqual(schema('second'))
})

test('SchemaCache ignores unrelated notifications and reloads the schema after a reconnect', async () => {
  const { cache, readings, say, reconnect } = openCache()
  const first = cache.get()
  readings[0]?.resolve(schema('first'))
  await first
  say('something else')
  expect(readings).toHaveLength(1)
  reconnect()
  expect(readings).toHaveLength(2)
  readings[1]?.resolve(schema('second'))
  await settled()
})

test('SchemaCache reloads the schema for unknown names at most every two seconds', async () => {
  vi.useFakeTimers()
  const { cache, readings } = openCache()
  const first = cache.get()
  readings[0]?.resolve(schema('first'))
  await first
  expect(cache.getNewer()).toBeNull()
  await vi.advanceTimersByTimeAsync(2000)
  const [a, b] = [cache.getNewer(), cache.getNewer()]
  expect(readings).toHaveLength(2)
  readings[1]?.resolve(schema('second'))
  expect([await a, await b]).toEqual([schema('second'), null])
})

test('SchemaCache reads the time zones from PostgreSQL once and reads them again only after an error', async () => {
  const { cache, owner } = openCache()
  owner.unsafe.mockRejectedValueOnce(new Error('away'))
  await expect(cache.timezones()).rejects.toThrow('away')
  expect(await cache.timezones()).toEqual(new Set(['UTC']))
  await cache.timezones()
  expect(owner.unsafe).toHaveBeenCalledTimes(2)
})

test('SchemaCache calls listen only once, even after an error, because the driver retries LISTEN', async () => {
  const { cache, owner, readings, reconnect } = openCache()
  const listen = vi.spyOn(owner, 'listen')
  listen.mockImplementationOnce(async (channel, onMessage, onListening) => {
    await owner.listen(channel, onMessage, onListening)
    throw new Error('away')
  })
  const first = cache.get()
  readings[0]?.resolve(schema('first'))
  await first
  listen.mockClear()
  await cache.get()
  expect(listen).not.toHaveBeenCalled()
  reconnect()
  expect(readings).toHaveLength(2)
  readings[1]?.resolve(schema('second'))
  await settled()
})
