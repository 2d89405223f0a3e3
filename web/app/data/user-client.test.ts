import { AuthClient, AuthRetryableFetchError, type Session } from '@supabase/auth-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { createUserClient, hasRequiredFactors, isFailedRedirect } from './user-client.ts'

vi.mock('./environment.ts', () => ({
  environment: () => ({ supabaseUrl: 'http://backend.test', supabaseAnonKey: 'anon' }),
}))
beforeEach(() => vi.stubGlobal('location', { hash: '', pathname: '/' }))

type Held = Awaited<ReturnType<InstanceType<typeof AuthClient>['getSession']>>

async function queryWith(held: { token: string | null } | { error: Error }) {
  const answer =
    'error' in held
      ? { data: { session: null }, error: held.error }
      : { data: { session: held.token && { access_token: held.token } }, error: null }
  vi.restoreAllMocks()
  vi.spyOn(AuthClient.prototype, 'getSession').mockResolvedValue(answer as Held)
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([]))
  const { error } = await createUserClient('any').from('spaces').select().retry(false)
  const bearers = send.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  return { bearers, error }
}

test("queries send the user's token if the user is signed in, and the anon key otherwise", async () => {
  expect((await queryWith({ token: 'of-a-person' })).bearers).toEqual(['Bearer of-a-person'])
  expect((await queryWith({ token: null })).bearers).toEqual(['Bearer anon'])
})

test("a query fails without a request if the refresh of the user's token fails", async () => {
  const lost = new AuthRetryableFetchError('Failed to fetch', 0)
  const { bearers, error } = await queryWith({ error: lost })
  expect(bearers).toEqual([])
  expect(error?.message).toContain('Failed to fetch')
})

test('the auth client reads errors from a URL but accepts no session tokens from it', () => {
  const url = new URL('https://hourspace.example/auth/callback')
  const detects = (params: Record<string, string>) => isFailedRedirect(url, params)
  expect(detects({ error_description: 'Too late', error_code: 'otp_expired' })).toBe(true)
  expect(detects({ access_token: 'a', refresh_token: 'b' })).toBe(false)
  expect(detects({ access_token: 'a', refresh_token: 'b', error_description: 'x' })).toBe(false)
  expect(detects({})).toBe(false)
})

const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

const signedIn = {
  access_token: token({ aal: 'aal1' }),
  refresh_token: 'other',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: 'other' },
}

function banOnRefresh() {
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    String(input).includes('grant_type=refresh_token')
      ? Response.json({ code: 'user_banned', msg: 'User Banned' }, { status: 400 })
      : Response.json(signedIn),
  )
}

test('after a ban has ended the session, a client reports the ban until the next sign-in', async () => {
  banOnRefresh()
  const client = createUserClient('banned')
  await client.auth.refreshSession({ refresh_token: 'banned' })
  expect(client.ban()).toMatchObject({ isBanned: true })
  await client.auth.signInWithPassword({ email: 'other@example.com', password: 'secret' })
  expect(client.ban()).toBeNull()
})

test('a client reports a ban that a client in another tab has detected', async () => {
  banOnRefresh()
  const [tab, other] = [createUserClient('two-tabs'), createUserClient('two-tabs')]
  await tab.auth.refreshSession({ refresh_token: 'banned' })
  await expect.poll(() => other.ban()).toMatchObject({ isBanned: true })
})

const session = (aal: string, ...statuses: string[]) =>
  ({
    access_token: token({ aal, name: '¿Zoë? ÿÿÿ>>>' }),
    user: { factors: statuses.map((status) => ({ status })) },
  }) as unknown as Session

test.each([
  ['aal1', 'no factors', true, session('aal1')],
  ['aal1', 'an unverified factor', true, session('aal1', 'unverified')],
  ['aal1', 'a verified factor', false, session('aal1', 'unverified', 'verified')],
  ['aal2', 'a verified factor', true, session('aal2', 'verified')],
])(
  'hasRequiredFactors for a session of level %s and a user with %s returns %s',
  (_aal, _factors, expected, given) => {
    expect(hasRequiredFactors(given)).toBe(expected)
  },
)
