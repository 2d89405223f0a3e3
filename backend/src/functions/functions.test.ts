import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { createContext, type Context } from '#backend/context.ts'
import { createFunctions } from './functions.ts'

const siteUrl = 'http://backend.test'
const jwtSecret = 'a secret of at least thirty-two characters'
const folder = mkdtempSync(join(tmpdir(), 'hourspace-functions-'))
const contexts: Context[] = []

const sources = {
  echo: `Deno.serve(async (request) => new Response(await request.arrayBuffer(), {
    status: 418,
    headers: { 'x-path': new URL(request.url).pathname, 'x-method': request.method },
  }))`,
  'database-url': `Deno.serve(() => new Response(Deno.env.get('SUPABASE_DB_URL')))`,
  'hello-env': `Deno.serve(() => new Response(Deno.env.get('GREETING')))`,
  'ask-rest': `Deno.serve(() => fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/spaces'))`,
  throws: `Deno.serve(() => { throw new Error('oh') })`,
  sleeps: `Deno.serve(async () => {
    await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/asleep')
    return new Promise(() => {})
  })`,
  'serves-nothing': `export {}`,
  open: `Deno.serve(() => new Response('open'))`,
  unload: `Deno.serve(() => {
    addEventListener('beforeunload', async () => {
      await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/closed')
    })
    return new Response('loaded')
  })`,
  _shared: `Deno.serve(() => new Response('shared'))`,
}

beforeAll(() => {
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(join(folder, 'functions', name), { recursive: true })
    writeFileSync(join(folder, 'functions', name, 'index.ts'), source)
  }
  writeFileSync(join(folder, 'config.toml'), '[functions.open]\nverify_jwt = false\n')
})

afterEach(() => {
  vi.useRealTimers()
})

afterAll(async () => {
  for (const context of contexts) await context.database.close()
  rmSync(folder, { recursive: true })
})

function host(
  functionsEnv: Record<string, string> = {},
  appFetch = async () => new Response(),
  supabaseDir = folder,
) {
  const context = createContext(
    parseConfig({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      siteUrl,
      jwtSecret,
      anonKey: 'anon',
      serviceRoleKey: 'service',
      storageDir: folder,
      supabaseDir,
      functionsEnv,
      logLevel: 'silent',
    }),
  )
  contexts.push(context)
  const { app, close } = createFunctions(context, appFetch)
  const token = context.tokens.sign({ role: 'anon' })
  return {
    tokens: context.tokens,
    close,
    call: async (path: string, init: RequestInit = {}, bearer: string | null = token) => {
      const headers = new Headers(init.headers)
      if (bearer) headers.set('authorization', `Bearer ${bearer}`)
      return app.fetch(new Request(`${siteUrl}/${path}`, { ...init, headers }))
    },
  }
}

test("the gateway returns the status, headers and body bytes of an edge function's response unchanged", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const response = await host().call('echo/more/path?x=1', { method: 'PUT', body: bytes })
  expect(response.status).toBe(418)
  expect(response.headers.get('x-path')).toBe('/echo/more/path')
  expect(response.headers.get('x-method')).toBe('PUT')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
})

test('the gateway requires a valid token signed by this project to call an edge function', async () => {
  const { call, tokens } = host()
  const past = Math.floor(Date.now() / 1000) - 10
  const expired = tokens.sign({ role: 'anon', exp: past })
  for (const bearer of [null, 'nonsense', expired, `${tokens.sign({ role: 'anon' })}x`]) {
    const response = await call('echo', {}, bearer)
    expect(response.status).toBe(401)
    expect(response.headers.get('x-relay-error')).toBe('true')
  }
  const byKey = await call('echo', { headers: { apikey: tokens.sign({ role: 'anon' }) } }, null)
  expect(byKey.status).toBe(418)
})

test('the gateway requires no token for an edge function with verify_jwt = false in config.toml', async () => {
  expect(await (await host().call('open', {}, null)).text()).toBe('open')
})

test.each(['missing', '_shared', 'Echo', '..', 'echo%2Findex.ts', '%2e%2e%2fetc'])(
  'the gateway returns 404 for the unknown function %s',
  async (name) => {
    expect((await host().call(name)).status).toBe(404)
  },
)

test('the gateway returns 500 if an edge function throws or does not call Deno.serve, and the next call succeeds', async () => {
  const { call } = host()
  expect((await call('throws')).status).toBe(500)
  expect((await call('serves-nothing')).status).toBe(500)
  expect((await call('echo')).status).toBe(418)
})

test('the gateway rejects an edge function request body over 6 MB, with or without a Content-Length', async () => {
  const body = new Uint8Array(6 * 1024 * 1024 + 1)
  const { call } = host()
  const headers = { 'content-length': String(body.length) }
  expect((await call('echo', { method: 'POST', body })).status).toBe(413)
  expect((await call('echo', { method: 'POST', body, headers })).status).toBe(413)
  const enough = await call('echo', { method: 'POST', body: body.subarray(1) })
  expect((await enough.arrayBuffer()).byteLength).toBe(6 * 1024 * 1024)
})

test('the gateway returns 504 after 60 s when an edge function does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asleep = Promise.withResolvers<void>()
  const appFetch = async () => {
    asleep.resolve()
    return new Response()
  }
  const statuses: number[] = []
  const answer = host({}, appFetch)
    .call('sleeps')
    .then(({ status }) => statuses.push(status))
  await asleep.promise
  await vi.advanceTimersByTimeAsync(59_900)
  expect(statuses).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  await answer
  expect(statuses).toEqual([504])
})

test('requests from an edge function to its own project are handled in-process, without a network connection', async () => {
  const asked: string[] = []
  const appFetch = async (request?: Request) => {
    asked.push(request?.url ?? '')
    return Response.json({ Deno: typeof (globalThis as { Deno?: unknown }).Deno })
  }
  const response = await host({}, appFetch).call('ask-rest')
  expect(asked).toEqual([`${siteUrl}/rest/v1/spaces`])
  expect(await response.json()).toEqual({ Deno: 'undefined' })
})

test('closing the backend waits for the beforeunload listeners of its edge functions', async () => {
  const requested: string[] = []
  const appFetch = async (request?: Request) => {
    requested.push(request?.url ?? '')
    return new Response()
  }
  const { call, close } = host({}, appFetch)
  await call('unload')
  expect(requested).toEqual([])
  await close()
  expect(requested).toEqual([`${siteUrl}/rest/v1/closed`])
})

test('an edge function receives the URL of the database in SUPABASE_DB_URL', async () => {
  expect(await (await host().call('database-url')).text()).toMatch(/^postgres:\/\//)
})

test('two backends in one process give the same edge function different environment variables', async () => {
  const german = host({ GREETING: 'Hallo' })
  const english = host({ GREETING: 'Hello' })
  const answers = await Promise.all([german.call('hello-env'), english.call('hello-env')])
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['Hallo', 'Hello'])
})

test('a backend does not start if one of its edge functions imports a module by URL', () => {
  const project = mkdtempSync(join(tmpdir(), 'hourspace-by-url-'))
  mkdirSync(join(project, 'functions', 'by-url'), { recursive: true })
  writeFileSync(join(project, 'functions', 'by-url', 'index.ts'), "import 'https://esm.sh/zod'")
  expect(() => host({}, undefined, project)).toThrow(
    "Bad configuration: edge function by-url: functions/by-url/index.ts imports 'https://esm.sh/zod'",
  )
  rmSync(project, { recursive: true })
})
