import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { compress } from './compress.ts'

const accepting = new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip, br' } })
const long = JSON.stringify({ text: 'word '.repeat(1000) })
const json = (body: string) =>
  new Response(body, { headers: { 'content-type': 'application/json' } })

test('JSON of at least 1,000 bytes is compressed if the client accepts gzip', async () => {
  const response = await compress(accepting, json(long))
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long)
  expect((await compress(accepting, json('{}'))).headers.has('content-encoding')).toBe(false)
  const plain = await compress(new Request('http://localhost/'), json(long))
  expect(await plain.text()).toBe(long)
})

test('compress sends each chunk of streamed HTML before the page is complete', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const page = new Response(readable, { headers: { 'content-type': 'text/html' } })
  const response = await compress(accepting, page)
  const writer = writable.getWriter()
  void writer.write(new TextEncoder().encode('<p>first</p>'))
  const reader = response.body!.pipeThrough(new DecompressionStream('gzip')).getReader()
  const { value } = await reader.read()
  expect(Buffer.from(value!).toString()).toBe('<p>first</p>')
  await reader.cancel()
})

test('compress returns image responses unchanged', async () => {
  const image = new Response('bytes', { headers: { 'content-type': 'image/webp' } })
  expect(await compress(accepting, image)).toBe(image)
})
