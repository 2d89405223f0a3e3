import { beforeEach, expect, test, vi } from 'vitest'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import { environment } from './environment.ts'

vi.mock('./environment.ts', () => ({ environment: vi.fn<() => unknown>() }))

const backendAt = (supabaseUrl: string, supabaseAnonKey = 'the.public.key') =>
  vi
    .mocked(environment)
    .mockReturnValue({ supabaseUrl, supabaseAnonKey } as ReturnType<typeof environment>)

/** Calls `fetchAs` and returns the headers of the request that it sent. */
async function sent(token: string | null, headers: Record<string, string> = {}) {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  await fetchAs(() => Promise.resolve(token), send)('/rest/v1/spaces', { headers })
  return Object.fromEntries(new Headers(send.mock.lastCall?.[1]?.headers))
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://hourspace.example' })
  backendAt('/')
})

test("fetchAs adds the user's bearer token and keeps the request's own headers", async () => {
  expect(await sent('their.own.token', { prefer: 'count=exact' })).toEqual({
    apikey: 'the.public.key',
    authorization: 'Bearer their.own.token',
    prefer: 'count=exact',
  })
})

test("fetchAs sends the anon key as a visitor's bearer token only if the key is a JWT", async () => {
  expect(await sent(null)).toMatchObject({ authorization: 'Bearer the.public.key' })
  backendAt('/', 'sb_publishable_key')
  expect(await sent(null)).toEqual({ apikey: 'sb_publishable_key' })
})

test('fetchAs uses the current access token and the current global `fetch` for each request', async () => {
  const tokens = ['first', 'renewed']
  const asPerson = fetchAs(() => Promise.resolve(tokens.shift() ?? null))
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', send)
  await asPerson('/rest/v1/spaces')
  await asPerson('/rest/v1/spaces')
  const names = send.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  expect(names).toEqual(['Bearer first', 'Bearer renewed'])
})

test.each([
  ['/', 'https://hourspace.example/rest/v1'],
  ['https://x.supabase.co', 'https://x.supabase.co/rest/v1'],
  ['https://example.com/supabase/', 'https://example.com/supabase/rest/v1'],
])('serviceUrl builds service URLs for a backend at %s', (supabaseUrl, address) => {
  backendAt(supabaseUrl)
  expect(serviceUrl('rest')).toBe(address)
})
