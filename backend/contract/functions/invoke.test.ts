import {
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
  FunctionRegion,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { writeProject } from './project.ts'

// Requires the tests' own server, because the functions under test are not deployed elsewhere.
describe.runIf(isOwnTarget)('functions', () => {
  const project = writeProject()
  const complaints: string[] = []
  let target: Target
  beforeAll(async () => {
    target = await openTarget({
      supabaseDir: project.folder,
      functions: { bodyLimitBytes: 100_000 },
      logLevel: 'silent',
      onError: (message, cause) => complaints.push(`${message}: ${(cause as Error).message}`),
    })
  })
  afterAll(async () => {
    await target.close()
    project.remove()
  })

  const invoke: ReturnType<typeof clientOf>['functions']['invoke'] = (name, options) =>
    clientOf(target).functions.invoke(name, options)

  test.each([
    ['an object as JSON', { a: 1 }, 'application/json', '{"a":1}'],
    ['a text as it is', 'a text', 'text/plain', 'a text'],
    [
      'bytes as they are',
      new TextEncoder().encode('bytes').buffer,
      'application/octet-stream',
      'bytes',
    ],
  ])('functions.invoke() sends %s with its Content-Type', async (_, body, contentType, text) => {
    const { data, error } = await invoke('echo', { body })
    expect(error).toBeNull()
    expect(data).toMatchObject({ method: 'POST', path: '/echo', contentType, body: text })
  })

  test('an edge function receives form data with a file', async () => {
    const body = new FormData()
    body.set('name', 'Ada')
    body.set('file', new Blob(['of a file']), 'a.txt')
    expect(await invoke('form', { body })).toMatchObject({ data: 'Ada of a file', error: null })
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)(
    'an edge function can be invoked with %s',
    async (method) => {
      expect((await invoke('echo', { method })).data).toMatchObject({ method })
    },
  )

  test('functions.invoke() parses bytes, streams and text according to their Content-Type', async () => {
    const bytes = await invoke('bytes', { body: new Uint8Array([0, 255, 1]).buffer })
    expect([...new Uint8Array(await (bytes.data as Blob).arrayBuffer())]).toEqual([0, 255, 1])
    const stream = await invoke('stream')
    expect(await (stream.data as Response).text()).toBe('data: one\n\ndata: two\n\n')
    expect((await invoke('open')).data).toBe('open to all')
  })

  test('an edge function receives the subpath, region and headers of the request', async () => {
    const region = FunctionRegion.EuCentral1
    const { data } = await invoke('echo/more', { region, headers: { 'x-region': 'mine' } })
    expect(data).toMatchObject({ path: '/echo/more', region: 'mine' })
    expect((await invoke('echo', { region })).data).toMatchObject({ region: 'eu-central-1' })
  })

  test('an error response of an edge function becomes a FunctionsHttpError with its status and body', async () => {
    const { error } = await invoke('refuses')
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const { context } = error as FunctionsHttpError
    expect([context.status, await context.json()]).toEqual([409, { error: 'no' }])
  })

  test('a fetch handler exported by an edge function serves requests like a handler passed to Deno.serve', async () => {
    expect((await invoke('exported')).data).toEqual({ exported: true })
  })

  test('config.toml can set the entrypoint of an edge function and can disable the function', async () => {
    expect((await invoke('elsewhere')).data).toMatchObject({ method: 'POST' })
    const { error } = await invoke('closed')
    expect((error as FunctionsHttpError).context.status).toBe(404)
  })

  describe('authorization of calls', () => {
    const ask = (name: string, headers: Record<string, string>) =>
      fetch(`${target.url}/functions/v1/${name}`, { method: 'POST', headers })

    test('the gateway accepts a session token or an API key, and rejects missing and unknown keys with 401', async () => {
      const { session } = await signedUp(target)
      const { data } = await invoke('keys')
      for (const key of [session.access_token, data.anon, data.publishable, data.secret]) {
        expect((await ask('echo', { authorization: `Bearer ${key}` })).status).toBe(200)
        expect((await ask('echo', { apikey: key })).status).toBe(200)
      }
      const strangers: Record<string, string>[] = [
        {},
        { apikey: 'sb_publishable_of-somebody-else_12345678' },
      ]
      for (const headers of strangers) {
        const response = await ask('echo', headers)
        expect([response.status, response.headers.get('x-relay-error')]).toEqual([401, 'true'])
      }
    })

    test('functions.invoke() reports a token that the gateway rejects as FunctionsRelayError', async () => {
      const client = clientOf(target)
      client.functions.setAuth('nonsense')
      expect((await client.functions.invoke('echo')).error).toBeInstanceOf(FunctionsRelayError)
      client.functions.setAuth(target.serviceRoleKey)
      const { data } = await client.functions.invoke('echo')
      expect(data).toMatchObject({ authorization: `Bearer ${target.serviceRoleKey}` })
    })

    test('an edge function with verify_jwt = false requires no token', async () => {
      expect(await (await ask('open', {})).text()).toBe('open to all')
    })

    test('the gateway allows CORS requests from any origin, and its 401 responses have CORS headers too', async () => {
      const url = `${target.url}/functions/v1/echo`
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://elsewhere.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-own',
        },
      })
      expect(preflight.ok).toBe(true)
      expect(preflight.headers.get('access-control-allow-headers')).toContain('x-own')
      const refused = await ask('echo', {})
      expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    })
  })

  describe('failures', () => {
    test('an edge function that throws, returns no response or cannot be loaded fails with 500 without revealing the error', async () => {
      for (const name of ['throws', 'nothing', 'broken']) {
        const { error } = await invoke(name)
        const { context } = error as FunctionsHttpError
        expect(context.status).toBe(500)
        expect(await context.text()).not.toContain('secret')
      }
      expect((await invoke('echo')).error).toBeNull()
    })

    test('an edge function that never responds is aborted after the time limit, and the gateway returns 504', async () => {
      // Uses a separate server, because a time limit of 1 s could abort functions of other tests.
      const impatient = await openTarget({
        supabaseDir: project.folder,
        functions: { timeLimitMs: 1_000 },
      })
      const { error } = await clientOf(impatient).functions.invoke('never')
      await impatient.close()
      expect((error as FunctionsHttpError).context.status).toBe(504)
      expect((await invoke('gave-up')).data).toBe(true)
    })

    test('functions.invoke() fails with FunctionsFetchError when the client-side timeout expires', async () => {
      const { error } = await invoke('never', { timeout: 20 })
      expect(error).toBeInstanceOf(FunctionsFetchError)
    })

    test('the gateway returns 413 for an edge function request whose body exceeds the limit', async () => {
      const { error } = await invoke('echo', { body: 'x'.repeat(100_001) })
      expect((error as FunctionsHttpError).context.status).toBe(413)
    })

    test("an error in waitUntil() of an edge function is logged with the function's name", async () => {
      expect((await invoke('strays')).data).toBe('answered')
      await expect
        .poll(() => complaints)
        .toContain('function strays threw an uncaught error in the background: in the background')
    })
  })
})
