import type { Hono } from 'hono'
import { z } from 'zod'
import { requireSmsChannel, sendSmsCode, storeSmsCode } from '#backend/auth/codes/send-code.ts'
import { withUniformTiming } from '#backend/auth/codes/uniform-timing.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { readChallenge } from '#backend/auth/core/flow-states.ts'
import { parseEmail, parsePhone } from '#backend/auth/core/identifiers.ts'
import { consumeSms } from '#backend/auth/core/message-limits.ts'
import { assertMetadataFits } from '#backend/auth/core/metadata.ts'
import { type NewUser, createAccount, nullIfTaken } from '#backend/auth/core/new-users.ts'
import { assertStrongPassword } from '#backend/auth/core/password-rules.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { startSession } from '#backend/auth/core/sessions.ts'
import { findUserById, findUserByPhone } from '#backend/auth/core/users.ts'
import { json } from '#backend/platform/http.ts'
import { signUpByEmail } from './by-email.ts'
import { presentObfuscatedUser } from './obfuscated-user.ts'
import { alreadyRegistered, signUpWithoutConfirmation } from './without-confirmation.ts'

const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  channel: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

export function registerSignUp(app: Hono, context: AuthContext): void {
  app.post('/signup', async (c) => {
    const auth = context.settings
    if (auth.disableSignup) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    }
    const { headers } = c.req.raw
    const body = await readBody(c.req.raw, signUpBody)
    const data = body.data ?? undefined
    assertMetadataFits(data)
    if (!body.email && !body.phone) return signUpAnonymously(context, data, headers)

    const requested = await checkCredentials(context, body)
    // Hashes the password before the account lookup, so that response times do not reveal whether
    // the account exists.
    const newUser = { data, passwordHash: await context.passwords.hash(requested.password) }
    if (requested.phone !== undefined) {
      return signUpByPhone(context, { ...newUser, phone: requested.phone }, headers)
    }
    const redirectTo = safeRedirect(context, requestedRedirect(c.req.raw))
    const mailContext = { challenge: requested.challenge, redirectTo, headers }
    return signUpByEmail(context, { ...newUser, email: requested.email }, mailContext)
  })
}

async function checkCredentials(context: AuthContext, body: z.output<typeof signUpBody>) {
  const auth = context.settings
  const { password } = body
  if (!password) throw invalid('Signup requires a valid password')
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
  if (body.phone) {
    if (!auth.enablePhone) {
      throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    }
    if (challenge) throw invalid('PKCE not supported for phone signups')
    requireSmsChannel(body.channel)
    await assertStrongPassword(password, auth, [body.phone])
    return { phone: parsePhone(body.phone), password }
  }
  await assertStrongPassword(password, auth, [body.email])
  return { email: parseEmail(body.email ?? ''), challenge, password }
}

async function signUpAnonymously(context: AuthContext, data: NewUser['data'], headers: Headers) {
  if (!context.settings.enableAnonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const session = await context.sql.begin(async (tx) => {
    const user = await createAccount(tx, context, { data }, headers)
    return startSession(tx, context, user, 'anonymous', headers)
  })
  return json(session)
}

type NewPhoneUser = NewUser & { phone: string; passwordHash: string }

async function signUpByPhone(context: AuthContext, newUser: NewPhoneUser, headers: Headers) {
  const existing = await findUserByPhone(context.sql, newUser.phone)
  if (context.settings.enablePhoneAutoconfirm) {
    if (existing) throw alreadyRegistered()
    return signUpWithoutConfirmation(context, newUser, headers)
  }
  return withUniformTiming(context.settings.answerBeat, async () => {
    const wait = await consumeSms(context, newUser.phone)
    if (existing && wait > 0) return json(await presentObfuscatedUser(context, existing, newUser))
    // Sends an SMS even to a confirmed account, so that response times do not reveal whether the
    // account exists.
    const code = await sendSmsCode(context, newUser.phone)
    const user = await nullIfTaken(() =>
      context.sql.begin(async (tx) => {
        const account = existing ?? (await createAccount(tx, context, newUser, headers))
        await storeSmsCode(tx, context, account, code, headers)
        return (await findUserById(tx, account.id)) ?? account
      }),
    )
    if (user && !existing) return json(presentUser(user))
    const other = existing ?? (await findUserByPhone(context.sql, newUser.phone))
    if (!other) throw alreadyRegistered()
    return json(await presentObfuscatedUser(context, other, newUser))
  })
}
