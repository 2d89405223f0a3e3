import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Handler } from '#launch/monitoring.ts'
import { noteTags, PageCache } from './page-cache.ts'

const api = 'http://localhost/rest/v1'
const publicPage = { 'cache-control': 'public, max-age=0, s-maxage=10' }

/** Creates a page cache whose pages read `resource` and show how often they were rendered. */
function createCache(resource: string, { headers = publicPage, status = 200, bytes = 1e6 } = {}) {
  const read = noteTags(async () => new Response('[]'))
  let renders = 0
  const render = vi.fn<Handler>(async (request) => {
    renders += 1
    await read(`${api}/${resource}`)
    return new Response(`${new URL(request.url).pathname} ${renders}`, { status, headers })
  })
  const cache = new PageCache(render, bytes)
  cache.isLive = true
  const get = (path: string, init: Record<string, string> = {}) =>
    cache.fetch(new Request(`http://localhost${path}`, { headers: init }))
  const text = async (path: string) => (await get(path)).text()
  return { cache, render, get, text }
}

test('the page cache serves a public page without rendering it again until one of its data tags is invalidated', async () => {
  const { cache, text } = createCache('rpc/search_spaces')
  expect([await text('/explore'), await text('/explore')]).toEqual(['/explore 1', '/explore 1'])
  cache.invalidate(['space:1', 'space_types'])
  expect(await text('/explore')).toBe('/explore 1')
  cache.invalidate(['spaces'])
  expect(await text('/explore')).toBe('/explore 2')
})

test.each([
  ['a page without s-maxage', { headers: { 'cache-control': 'no-store' } }, 'rpc/search_spaces'],
  ['an error page', { status: 503 }, 'rpc/search_spaces'],
  ['a page that reads a resource without a tag', {}, 'bookings'],
])('the page cache renders %s for every request', async (_page, options, resource) => {
  const { text } = createCache(resource, options)
  expect([await text('/'), await text('/')]).toEqual(['/ 1', '/ 2'])
})

test('concurrent requests for a page that is not cached share one rendering', async () => {
  const { render, text } = createCache('rpc/search_spaces')
  await Promise.all(Array.from({ length: 20 }, () => text('/explore')))
  expect(render).toHaveBeenCalledTimes(1)
})

test('the page cache does not keep a page whose data changes while it is rendered', async () => {
  const { cache, render, text } = createCache('rpc/search_spaces')
  const first = text('/explore')
  await expect.poll(() => render).toHaveBeenCalledTimes(1)
  await Promise.resolve()
  cache.invalidate(['spaces'])
  await first
  expect(await text('/explore')).toBe('/explore 2')
})

test('the page cache keeps no page while the change feed is disconnected', async () => {
  const { cache, text } = createCache('rpc/search_spaces')
  await text('/explore')
  cache.isLive = false
  expect([await text('/explore'), await text('/explore')]).toEqual(['/explore 2', '/explore 3'])
})

test('URLs that differ in parameter order, empty parameters or tracking parameters share one page', async () => {
  const { render, text } = createCache('rpc/search_spaces')
  await text('/explore?type=studio&q=loft')
  await text('/explore?q=loft&type=studio&utm_source=mail&region=')
  expect(render).toHaveBeenCalledTimes(1)
  await text('/explore?q=loft')
  expect(render).toHaveBeenCalledTimes(2)
})

test('a cached page has a strong ETag per encoding, and a request with a matching ETag gets status 304', async () => {
  const { get } = createCache('rpc/search_spaces')
  const plain = await get('/')
  const brotli = await get('/', { 'accept-encoding': 'gzip, br' })
  const gzip = await get('/', { 'accept-encoding': 'gzip' })
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe('/ 1')
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe('/ 1')
  const etags = [plain, brotli, gzip].map(({ headers }) => headers.get('etag')!)
  expect(new Set(etags).size).toBe(3)
  for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)

  const same = await get('/', { 'accept-encoding': 'br', 'if-none-match': etags[1]! })
  expect([same.status, await same.text()]).toEqual([304, ''])
  const other = await get('/', { 'accept-encoding': 'br', 'if-none-match': etags[0]! })
  expect(other.status).toBe(200)
})

test('a cached page expires at the next quarter-hour', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:14:30Z'), toFake: ['Date', 'performance'] })
  try {
    const { text } = createCache('taken_times?space_id=eq.1')
    await text('/space/loft')
    vi.advanceTimersByTime(29_000)
    expect(await text('/space/loft')).toBe('/space/loft 1')
    vi.advanceTimersByTime(2_000)
    expect(await text('/space/loft')).toBe('/space/loft 2')
  } finally {
    vi.useRealTimers()
  }
})

test('the page cache drops the least recently used page when it reaches its memory limit', async () => {
  const { text } = createCache('rpc/search_spaces', { bytes: 2_500 })
  for (const path of ['/a', '/b', '/c']) await text(path)
  expect(await text('/c')).toBe('/c 3')
  expect(await text('/a')).toBe('/a 4')
})
