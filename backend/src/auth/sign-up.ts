import type { Hono } from 'hono'
import { z } from 'zod'
import type { AuthConfig } from '#backend/config/auth-config.ts'
import { json } from '#backend/platform/http.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { readChallenge } from './flow-states.ts'
import { assertStrongPassword } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { startSession } from './sessions.ts'
import { createUser, findUserByEmail, parseEmail, type UserRow } from './users.ts'
import type { AuthWorld } from './world.ts'

const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

/** POST /signup: a new account by e-mail and password, signed in at once under autoconfirm. */
export function registerSignUp(app: Hono, world: AuthWorld): void {
  app.post('/signup', async (c) => {
    const { auth } = world.config
    if (auth.disableSignup) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    }
    const body = await readBody(c.req.raw, signUpBody)
    const { email, password } = checkCredentials(body, auth)

    // Hashed first, so that a taken address is answered no sooner than a free one.
    const passwordHash = await world.passwords.hash(password)
    const existing = await findUserByEmail(world.sql, email)
    if (existing) return refuseOrObfuscate(existing, auth.enableEmailAutoconfirm)
    const user = await createUser(world.sql, {
      email,
      passwordHash,
      isConfirmed: auth.enableEmailAutoconfirm,
      userMetadata: body.data ?? {},
    }).catch((cause: unknown) => {
      throw cause instanceof AuthError && cause.code === 'email_exists'
        ? alreadyRegistered()
        : cause
    })
    if (!auth.enableEmailAutoconfirm) return json(presentUser(user))
    return json(await startSession(world, user, 'password', c.req.raw.headers))
  })
}

function checkCredentials(body: z.output<typeof signUpBody>, rules: AuthConfig) {
  if (!body.email && !body.phone) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  if (!body.password) throw invalid('Signup requires a valid password')
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (body.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  }
  readChallenge(body.code_challenge, body.code_challenge_method)
  assertStrongPassword(body.password, rules)
  return { email: parseEmail(body.email ?? ''), password: body.password }
}

function alreadyRegistered(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered')
}

/**
 * An address that is taken: said openly where accounts need no confirmation; otherwise answered
 * like a new one, so that nobody learns who has an account.
 */
function refuseOrObfuscate(existing: UserRow, isAutoconfirmed: boolean): Response {
  if (isAutoconfirmed) throw alreadyRegistered()
  if (!existing.email_confirmed_at) return json(presentUser(existing))
  const now = new Date()
  return json({
    ...presentUser({
      ...existing,
      id: crypto.randomUUID(),
      role: 'authenticated',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {},
      created_at: now,
      updated_at: now,
      email_confirmed_at: null,
      confirmed_at: null,
      last_sign_in_at: null,
      banned_until: null,
      identities: [],
    }),
  })
}
