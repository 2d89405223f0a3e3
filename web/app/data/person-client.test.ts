import { AuthClient, AuthRetryableFetchError } from '@supabase/auth-js'
import { expect, test, vi } from 'vitest'
import { createPersonClient } from './person-client.ts'

vi.mock('./environment.ts', () => ({
  environment: () => ({ supabaseUrl: 'http://backend.test', supabaseAnonKey: 'anon' }),
}))
vi.stubGlobal('location', { hash: '', pathname: '/' })

type Held = Awaited<ReturnType<InstanceType<typeof AuthClient>['getSession']>>

/** What a query in the name of whoever holds this session sends, and what comes of it. */
async function queryWith(held: { token: string | null } | { error: Error }) {
  const answer =
    'error' in held
      ? { data: { session: null }, error: held.error }
      : { data: { session: held.token && { access_token: held.token } }, error: null }
  vi.restoreAllMocks()
  vi.spyOn(AuthClient.prototype, 'getSession').mockResolvedValue(answer as Held)
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([]))
  const { error } = await createPersonClient('any').from('spaces').select().retry(false)
  const bearers = send.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  return { bearers, error }
}

test('a query goes in the name of who is signed in, and of everybody else as a visitor', async () => {
  expect((await queryWith({ token: 'of-a-person' })).bearers).toEqual(['Bearer of-a-person'])
  expect((await queryWith({ token: null })).bearers).toEqual(['Bearer anon'])
})

test('who cannot renew their session at the moment asks nothing as a visitor', async () => {
  const lost = new AuthRetryableFetchError('Failed to fetch', 0)
  const { bearers, error } = await queryWith({ error: lost })
  expect(bearers).toEqual([])
  expect(error?.message).toContain('Failed to fetch')
})
