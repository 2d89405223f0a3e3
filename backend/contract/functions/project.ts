import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sources: Record<string, string> = {
  echo: `Deno.serve(async (request) => Response.json({
      method: request.method,
      path: new URL(request.url).pathname,
      region: request.headers.get('x-region'),
      contentType: request.headers.get('content-type'),
      authorization: request.headers.get('authorization'),
      apikey: request.headers.get('apikey'),
      body: await request.text(),
    }))`,
  bytes: `Deno.serve((request) => new Response(request.body, {
      headers: { 'content-type': 'application/octet-stream' } }))`,
  form: `Deno.serve(async (request) => {
      const form = await request.formData()
      return new Response(form.get('name') + ' ' + (await form.get('file').text()))
    })`,
  stream: `Deno.serve(() => new Response(new ReadableStream({
      start(controller) {
        for (const word of ['one', 'two']) controller.enqueue(new TextEncoder().encode('data: ' + word + '\\n\\n'))
        controller.close()
      } }), { headers: { 'content-type': 'text/event-stream' } }))`,
  refuses: `Deno.serve(() => Response.json({ error: 'no' }, { status: 409 }))`,
  exported: `export default { fetch: () => Response.json({ exported: true }) }`,
  keys: `Deno.serve(() => Response.json({
      publishable: JSON.parse(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS')).default,
      secret: JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS')).default,
      anon: Deno.env.get('SUPABASE_ANON_KEY') }))`,
  never: `Deno.serve((request) => new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => { globalThis.gaveUp = true; reject(new Error('stopped')) })
    }))`,
  'gave-up': `Deno.serve(() => Response.json(globalThis.gaveUp === true))`,
  throws: `Deno.serve(() => { throw new Error('a secret of the function') })`,
  nothing: `Deno.serve(() => undefined)`,
  broken: `import './a-file-that-is-not-there.ts'\nDeno.serve(() => new Response('never'))`,
  strays: `Deno.serve(() => {
      EdgeRuntime.waitUntil(Promise.reject(new Error('in the background')))
      return new Response('answered')
    })`,
  open: `Deno.serve(() => new Response('open to all'))`,
  closed: `Deno.serve(() => new Response('never'))`,
  elsewhere: `throw new Error('not this one')`,
}

const config = `
[functions.open]
verify_jwt = false
[functions.closed]
enabled = false
[functions.elsewhere]
entrypoint = "./functions/echo/index.ts"
`

export function writeProject(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'functions-'))
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(join(folder, 'functions', name), { recursive: true })
    writeFileSync(join(folder, 'functions', name, 'index.ts'), source)
  }
  writeFileSync(join(folder, 'config.toml'), config)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
