import { expect, test } from 'vitest'
import { pressKeeper } from './early-presses.server.ts'
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

const page = (rel: string, script: string, keeper = '') =>
  `<html><head>${keeper}<link rel="preload" href="/face.woff2"/><link rel="${rel}" href="/a.js"/></head>` +
  `<body>São Paulo, 東京 &lt;link rel="modulepreload"<script>1</script>${script}<p>later</p></body></html>`

test.each([1, 7, 10_000])(
  'scripts are held back and presses kept for them, in pieces of %d bytes',
  async (size) => {
    const passed = await pass(
      page('modulepreload', '<script type="module" async="">import "/a.js"</script>'),
      size,
    )
    const starter = /<script>\(function startWhenSeen[^]*?<\/script>/.exec(passed)?.[0]
    expect(starter).toBeDefined()
    const scripts = `<script type="later">import "/a.js"</script>${starter}`
    expect(passed).toBe(page('later', scripts, pressKeeper))
  },
)

test('what has no head passes as it is', async () => {
  expect(await pass('<p>Größe</p>', 3)).toBe('<p>Größe</p>')
})
