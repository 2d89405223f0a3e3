import { crc32 } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import type { ServerClient } from '#web/data/client.ts'
import { drawSharePicture, oncePerKey } from './share-picture.server.ts'
import { spaceCover } from './space.ts'

/** Returns the header of a PNG that claims to be `side` pixels wide and high. */
function pngOf(side: number): Uint8Array {
  const header = Buffer.alloc(17)
  header.write('IHDR')
  header.writeUInt32BE(side, 4)
  header.writeUInt32BE(side, 8)
  header.set([8, 2], 12)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(header))
  const mark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
  return new Uint8Array([...mark, ...header, ...check, 0, 0, 0, 0])
}

test.each([
  ['has too many pixels', pngOf(40_000)],
  ['is not an image', new Uint8Array([1, 2, 3])],
])('drawSharePicture renders a link preview even if the photo %s', async (_, photo) => {
  const picture = await drawSharePicture({ title: 'Loft 😀', left: '日本語', right: '¥1', photo })
  expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

test('oncePerKey shares one computation between concurrent calls', async () => {
  const remember = oncePerKey<number>(2)
  const make = vi.fn<() => Promise<number>>(async () => 1)
  await Promise.all([remember('a', make), remember('a', make)])
  expect(make).toHaveBeenCalledTimes(1)
})

test('oncePerKey evicts the least recently used key', async () => {
  const remember = oncePerKey<string>(2)
  const make = vi.fn<() => Promise<string>>(async () => 'made')
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await remember(key, make)
  // The key `b` is computed twice, because adding `c` evicted it from the cache.
  expect(make).toHaveBeenCalledTimes(4)
})

test('oncePerKey does not cache failures', async () => {
  const remember = oncePerKey<string>(2)
  await expect(remember('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(remember('a', async () => 'yes')).resolves.toBe('yes')
})

test.each([
  ['http://10.0.0.1/secret.png'],
  ['/storage/v1/object/public/profile-images/a.png'],
  ['/storage/v1/object/public/spaces/../../../../rest/v1/spaces'],
  ['/storage/v1/object/public/spaces/a.png?download=http://10.0.0.1'],
  [''],
])('spaceCover fetches nothing for the image URL %j', async (image) => {
  const from = vi.fn<() => never>()
  const client = { storage: { from } } as unknown as ServerClient
  expect(await spaceCover(client, [image])).toBeUndefined()
  expect(from).not.toHaveBeenCalled()
})

test('spaceCover downloads the public URL of the image, which needs no permission to read its row', async () => {
  const fetch = vi.fn<(url: RequestInfo | URL) => Promise<Response>>(
    async () => new Response('photo'),
  )
  const client = createClient('http://backend', 'key', { global: { fetch } })
  const photo = await spaceCover(client, ['/storage/v1/object/public/spaces/a/b.png'])
  expect(Buffer.from(photo ?? []).toString()).toBe('photo')
  expect(fetch.mock.calls[0]?.[0]).toBe('http://backend/storage/v1/object/public/spaces/a/b.png')
})
