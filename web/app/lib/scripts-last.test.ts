import { expect, test } from 'vitest'
import { scriptsLast } from './scripts-last.server.ts'

/** The HTML that comes out when it goes in cut after `size` bytes each. */
async function pass(html: string, size: number): Promise<string> {
  const bytes = new TextEncoder().encode(html)
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  return new Response(source.pipeThrough(scriptsLast())).text()
}

const page = (priority: string) =>
  `<html><head><link rel="preload" href="/face.woff2"/><link rel="modulepreload"${priority} href="/a.js"/></head><body>São Paulo, 東京 rel=&quot;modulepreload&quot;</body></html>`

test.each([1, 7, 10_000])('scripts of the head give way, in pieces of %d bytes', async (size) => {
  expect(await pass(page(''), size)).toBe(page(' fetchpriority="low"'))
})

test('what has no head passes as it is', async () => {
  expect(await pass('<p>Größe</p>', 3)).toBe('<p>Größe</p>')
})
