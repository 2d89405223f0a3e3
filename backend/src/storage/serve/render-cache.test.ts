import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TooBusyError } from '#backend/platform/limiter.ts'
import { createRenderCache, type RenderCache } from './render-cache.ts'

let dir: string
let cache: RenderCache
/** Keys of the started renders. Each render waits until the test resolves `gate`. */
let rendered: string[]
let gate: PromiseWithResolvers<void>

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'renders-'))
  cache = createRenderCache(dir)
  rendered = []
  gate = Promise.withResolvers()
})
afterEach(() => rm(dir, { recursive: true }))

const get = (key: string, network: string) =>
  cache.get(key, network, async () => {
    rendered.push(key)
    await gate.promise
    return Buffer.from(key)
  })

test('a client that requests hundreds of image variants gets TooBusyError, and another client waits for fewer than 50 renders', async () => {
  const refusals: unknown[] = []
  const flood = Array.from({ length: 300 }, (_, n) =>
    get(`flood-${n}`, '192.0.2.1').catch((error: unknown) => refusals.push(error)),
  )
  // Two variants are being rendered and 200 wait.
  await expect.poll(() => refusals.length).toBe(98)
  expect(refusals[0]).toBeInstanceOf(TooBusyError)
  const cover = get('cover', '198.51.100.7')
  gate.resolve()
  expect(String(await cover)).toBe('cover')
  await Promise.all(flood)
  expect(rendered).toHaveLength(203)
  expect(rendered.indexOf('cover')).toBeLessThan(50)
})

test('a client does not wait in the queue of another client that has requested the same variant', async () => {
  const flood = Array.from({ length: 100 }, (_, n) => get(`flood-${n}`, '192.0.2.1'))
  await expect.poll(() => rendered).toHaveLength(2)
  const late = get('cover', '192.0.2.1')
  const cover = get('cover', '198.51.100.7')
  gate.resolve()
  await Promise.all([cover, late, ...flood])
  expect(rendered.indexOf('cover')).toBeLessThan(50)
  expect(rendered).toHaveLength(101)
})

test('concurrent requests of many clients for one image variant cause at most two renders', async () => {
  gate.resolve()
  const networks = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`)
  await Promise.all(networks.flatMap((network) => [get('cover', network), get('cover', network)]))
  expect(rendered.length).toBeLessThanOrEqual(2)
})
