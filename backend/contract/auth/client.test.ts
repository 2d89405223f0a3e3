import { createClient, type AuthChangeEvent, type Session } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newEmail, password, signedUp, useTarget } from '../target.ts'

const target = useTarget()
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Creates a supabase-js client whose storage contains `session`. */
function browserWith(session: object | null, options: { fetch?: typeof fetch } = {}) {
  const storageKey = `session-${crypto.randomUUID()}`
  const stored = new Map<string, string>()
  if (session) stored.set(storageKey, JSON.stringify(session))
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const { auth } = createClient(target.url, target.anonKey, {
    auth: { storageKey, storage },
    global: options,
  })
  const events: AuthChangeEvent[] = []
  auth.onAuthStateChange((event) => void events.push(event))
  const kept = () => JSON.parse(stored.get(storageKey) ?? 'null') as Session | null
  return { auth, events, kept, done: () => auth.stopAutoRefresh() }
}

const seconds = () => Math.round(Date.now() / 1000)

/** Returns a fetch function that replaces the responses to `path`, unless `answer` returns null. */
const answering = (path: string, answer: () => Response | null): typeof fetch =>
  ((input: string, init?: RequestInit) => {
    const own = String(input).includes(path) ? answer() : null
    return own ? Promise.resolve(own) : fetch(input, init)
  }) as typeof fetch

describe('stored session', () => {
  test('supabase-js restores a stored session and reports every change to the session', async () => {
    const { session, email } = await signedUp(target)
    const { auth, events, done } = browserWith(session)
    expect((await auth.getSession()).data.session?.user.email).toBe(email)
    await expect.poll(() => events).toContain('INITIAL_SESSION')
    await auth.refreshSession()
    await auth.updateUser({ data: { nickname: 'Nia' } })
    await auth.signOut()
    await auth.signInWithPassword({ email, password })
    expect(events.filter((event) => event !== 'INITIAL_SESSION').slice(-4)).toEqual([
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
      'SIGNED_IN',
    ])
    await done()
  })

  test.each(['access_token', 'refresh_token', 'expires_at'])(
    'supabase-js removes a stored session without %s',
    async (part) => {
      const { session } = await signedUp(target)
      const { auth, kept, done } = browserWith({ ...session, [part]: undefined })
      expect((await auth.getSession()).data.session).toBeNull()
      expect(kept()).toBeNull()
      await done()
    },
  )

  test('supabase-js refreshes a session 90 s before it expires, and not earlier', async () => {
    const { session } = await signedUp(target)
    const early = browserWith({ ...session, expires_at: seconds() + 100 })
    await early.auth.getSession()
    expect(early.events).not.toContain('TOKEN_REFRESHED')
    await early.done()

    const near = browserWith({ ...session, expires_at: seconds() + 80 })
    await expect.poll(() => near.events).toContain('TOKEN_REFRESHED')
    const { data } = await near.auth.getSession()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    await near.done()
  })

  test('supabase-js signs out when the refresh token is rejected', async () => {
    const { session } = await signedUp(target)
    const expired = { ...session, refresh_token: 'aaaaaaaaaaaa', expires_at: seconds() - 10 }
    const { auth, events, kept, done } = browserWith(expired)
    expect((await auth.getSession()).data.session).toBeNull()
    expect(kept()).toBeNull()
    expect(events).toContain('SIGNED_OUT')
    await done()
  })

  test.each([502, 503, 504])(
    'supabase-js keeps the session and retries if a token refresh fails with the gateway status %i',
    async (status) => {
      const { session } = await signedUp(target)
      const asked: number[] = []
      const failingTwice = answering('/token', () => {
        asked.push(Date.now())
        return asked.length > 2 ? null : new Response('gateway', { status })
      })
      const expired = { ...session, expires_at: seconds() - 10 }
      const { auth, kept, done } = browserWith(expired, { fetch: failingTwice })
      expect((await auth.getSession()).data.session?.user.id).toBe(session.user.id)
      expect(kept()?.refresh_token).not.toBe(session.refresh_token)
      const [first = 0, second = 0, third = 0] = asked
      expect(second - first).toBeGreaterThanOrEqual(195)
      expect(third - second).toBeGreaterThanOrEqual(395)
      await done()
    },
  )
})

describe('error responses', () => {
  test.each([502, 503, 504])(
    'supabase-js reports a gateway response with status %i as retryable',
    async (status) => {
      const fetch = answering('/token', () => new Response('gateway', { status }))
      const { auth, done } = browserWith(null, { fetch })
      const { error } = await auth.signInWithPassword({ email: newEmail(), password })
      expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status })
      await done()
    },
  )

  test.each([401, 403, 404])(
    'supabase-js signs out locally even if the sign-out request fails with status %i',
    async (status) => {
      const { session } = await signedUp(target)
      const fetch = answering('/logout', () => Response.json({ msg: 'gone' }, { status }))
      const { auth, kept, done } = browserWith(session, { fetch })
      expect((await auth.signOut()).error).toBeNull()
      expect(kept()).toBeNull()
      await done()
    },
  )

  test('supabase-js reports a revoked session as a missing session', async () => {
    const { session, client } = await signedUp(target)
    const { auth, done } = browserWith(session)
    await client.auth.signOut({ scope: 'global' })
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await browserWith(null).auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    await done()
  })

  test('getClaims of supabase-js rejects a malformed token, an expired token and a token without exp claim', async () => {
    const { auth, done } = browserWith(null)
    const token = (claims: object) =>
      [{ alg: 'HS256', typ: 'JWT' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat('c2lnbmF0dXJl')
        .join('.')
    const messageOf = async (jwt: string) => (await auth.getClaims(jwt)).error?.message
    expect(await messageOf('nonsense')).toBe('Invalid JWT structure')
    expect(await messageOf(token({ exp: seconds() - 60 }))).toBe('JWT has expired')
    expect(await messageOf(token({ sub: 'x' }))).toBe('Missing exp claim')
    await done()
  })
})

test('getClaims of supabase-js fetches the key set at most once in ten minutes', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const kid = crypto.randomUUID()
  const key = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', key_ops: ['verify'] }
  let asked = 0
  const fetch = answering('/.well-known/jwks.json', () => {
    asked += 1
    return Response.json({ keys: [key] })
  })
  const { auth, done } = browserWith(null, { fetch })
  const jwt = await new SignJWT({ sub: 'nia' })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(privateKey)
  for (const minutes of [0, 9, 11]) {
    vi.spyOn(Date, 'now').mockReturnValue(seconds() * 1000 + minutes * 60_000)
    expect((await auth.getClaims(jwt)).data?.claims.sub).toBe('nia')
    vi.restoreAllMocks()
    expect(asked).toBe(minutes < 10 ? 1 : 2)
  }
  await done()
})

describe('redirect at the end of a sign-in flow', () => {
  const arriveAt = (hash: string) => {
    vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'hidden' })
    vi.stubGlobal('window', {
      location: { href: `http://localhost/${hash}`, hash },
      history: { state: null, replaceState: () => {} },
      addEventListener: () => {},
      removeEventListener: () => {},
    })
  }

  test.each([
    'identity_already_exists',
    'identity_not_found',
    'single_identity_not_deletable',
    'otp_expired',
  ])('supabase-js keeps the stored session after a redirect with the error %s', async (code) => {
    const { session } = await signedUp(target)
    arriveAt(`#error=access_denied&error_code=${code}&error_description=no`)
    const { auth, kept, done } = browserWith(session)
    const { error } = await auth.initialize()
    expect(error).toMatchObject({ details: { code } })
    expect(kept()?.access_token).toBe(session.access_token)
    await done()
  })

  test('supabase-js warns if the session in a redirect URL was issued more than two minutes ago', async () => {
    const { session } = await signedUp(target)
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const link = (age: number) =>
      new URLSearchParams({
        access_token: session.access_token,
        refresh_token: session.refresh_token,
        token_type: 'bearer',
        expires_in: '3600',
        expires_at: String(seconds() + 3600 - age),
      })
    arriveAt(`#${link(10)}`)
    const fresh = browserWith(null)
    await fresh.auth.initialize()
    expect(warned).not.toHaveBeenCalled()
    await fresh.done()

    arriveAt(`#${link(130)}`)
    const old = browserWith(null)
    await old.auth.initialize()
    expect(warned.mock.calls[0]?.[0]).toContain('was issued over 120s ago')
    await old.done()
  })
})

test('the realtime socket of supabase-js sends a heartbeat every 25 s and times out after 10 s', () => {
  const { realtime } = createClient(target.url, target.anonKey)
  expect(realtime.heartbeatIntervalMs).toBe(25_000)
  expect(realtime.timeout).toBe(10_000)
})
