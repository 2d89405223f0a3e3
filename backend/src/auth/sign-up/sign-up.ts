import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { requireTexts } from '#backend/auth/codes/text-code.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { readChallenge } from '#backend/auth/flow-states.ts'
import { assertStrongPassword } from '#backend/auth/passwords.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { assertMetadataFits } from '#backend/auth/user/merge-metadata.ts'
import { parseEmail, parsePhone } from '#backend/auth/identifiers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { signUpAnonymously } from './anonymously.ts'
import { signUpByEmail } from './by-email.ts'
import { signUpByPhone } from './by-phone.ts'

/** What a newcomer may say; every other key of the body, such as a role, is passed over. */
const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  channel: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

/** POST /signup: a new account by e-mail address or by telephone number, or an anonymous one. */
export function registerSignUp(app: Hono, world: AuthWorld): void {
  app.post('/signup', async (c) => {
    const { auth } = world.config
    if (auth.disableSignup) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    }
    const { headers } = c.req.raw
    const body = await readBody(c.req.raw, signUpBody)
    const data = body.data ?? undefined
    assertMetadataFits(data)
    if (!body.email && !body.phone) return signUpAnonymously(world, data, headers)

    const asked = checkCredentials(world, body)
    // Hashed first, so that a taken address is answered no sooner than a free one.
    const newcomer = { data, passwordHash: await world.passwords.hash(asked.password) }
    if (asked.phone !== undefined) {
      return signUpByPhone(world, { ...newcomer, phone: asked.phone }, headers)
    }
    const redirectTo = safeRedirect(world.config, askedRedirect(c.req.raw))
    const circumstances = { challenge: asked.challenge, redirectTo, headers }
    return signUpByEmail(world, { ...newcomer, email: asked.email }, circumstances)
  })
}

function checkCredentials(world: AuthWorld, body: z.output<typeof signUpBody>) {
  const { auth } = world.config
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
    requireTexts(body.channel)
    assertStrongPassword(password, auth)
    return { phone: parsePhone(body.phone), password }
  }
  assertStrongPassword(password, auth)
  return { email: parseEmail(body.email ?? ''), challenge, password }
}
