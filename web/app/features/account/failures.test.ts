import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '#web/data/browser-client.ts'
import { authenticate } from './authenticate.ts'
import { signOut } from './sign-out.ts'

vi.mock('./auth-settings.ts', () => ({ authSettings: () => Promise.resolve({ captcha: null }) }))
vi.mock('#web/data/browser-client.ts', () => ({ browserClient: vi.fn<() => unknown>() }))

const refused = new Error('The auth service is resting')

/** Makes `browserClient()` resolve to a client with this `auth` object. */
const answering = (client: object) =>
  vi.mocked(browserClient).mockResolvedValue(client as Awaited<ReturnType<typeof browserClient>>)

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an error during sign-out is logged and not thrown', async () => {
  answering({ auth: { signOut: () => Promise.resolve({ error: refused }) } })
  await expect(signOut()).resolves.toBeUndefined()
  expect(logged).toHaveBeenCalledWith('Sign-out failed', refused)
})

test('sign-in and sign-up require an email and a password', async () => {
  const text = 'You must provide either an email or phone number and a password'
  await expect(authenticate('sign-in', 'nia@example.com', '')).rejects.toThrow(text)
  await expect(authenticate('sign-up', '', 'long enough')).rejects.toThrow(text)
})

test("authenticate throws the backend's error", async () => {
  const refuse = () => Promise.resolve({ data: { session: null }, error: refused })
  const getSession = () => Promise.resolve({ data: { session: null } })
  vi.stubGlobal('location', new URL('https://hourspace.example/explore'))
  answering({ auth: { getSession, signInWithPassword: refuse, signUp: refuse } })
  await expect(authenticate('sign-in', 'a@example.com', 'x')).rejects.toBe(refused)
  await expect(authenticate('sign-up', 'a@example.com', 'x')).rejects.toBe(refused)
})

test.each([
  ['is sent', null],
  ['was sent a moment ago', { code: 'over_email_send_rate_limit' }],
])(
  'a sign-in with an unconfirmed email requests a new code and continues with the code step if the code %s',
  async (_case, error) => {
    vi.stubGlobal('location', new URL('https://hourspace.example/explore'))
    const resend = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ data: {}, error }))
    const signInWithPassword = () => Promise.resolve({ error: { code: 'email_not_confirmed' } })
    answering({ auth: { signInWithPassword, resend } })
    await expect(authenticate('sign-in', 'a@example.com', 'x')).resolves.toBe('signup')
    expect(resend).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: 'signup', email: 'a@example.com' }),
    )
  },
)

test('a sign-in with an unconfirmed email fails if no code could be sent', async () => {
  vi.stubGlobal('location', new URL('https://hourspace.example/explore'))
  const signInWithPassword = () => Promise.resolve({ error: { code: 'email_not_confirmed' } })
  const resend = () => Promise.resolve({ data: {}, error: refused })
  answering({ auth: { signInWithPassword, resend } })
  await expect(authenticate('sign-in', 'a@example.com', 'x')).rejects.toBe(refused)
})
