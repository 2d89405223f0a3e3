import type { Context, Hono } from 'hono'
import type postgres from 'postgres'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { readChallenge } from '#backend/auth/flow-states.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { createAccount, unlessTaken } from '#backend/auth/sign-up/create-account.ts'
import { assertMetadataFits } from '#backend/auth/user/merge-metadata.ts'
import { parseEmail, parsePhone } from '#backend/auth/identifiers.ts'
import { findUserByEmail, findUserByPhone, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { spendMail, spendText } from './intervals.ts'
import { mailConfirmation, mailWayIn, type Circumstances } from './mail-code.ts'
import { atSteadyPace } from './steady-pace.ts'
import { requireTexts, storeTextCode, textCode } from './text-code.ts'

const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  channel: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

type Asked = z.output<typeof otpBody>

/** POST /otp, and /magiclink as it was called before: a code, and by mail a link, to sign in with. */
export function registerOtp(app: Hono, world: AuthWorld): void {
  const answer = (c: Context) =>
    atSteadyPace(world.config.auth.answerBeat, async () => {
      const body = await readBody(c.req.raw, otpBody)
      assertMetadataFits(body.data)
      const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
      const redirectTo = safeRedirect(world.config, askedRedirect(c.req.raw))
      const circumstances = { challenge, redirectTo, headers: c.req.raw.headers }
      if (body.email && body.phone) {
        throw invalid('Only an email address or phone number should be provided')
      }
      if (body.phone) return textOtp(world, body, circumstances)
      if (!body.email) throw invalid('One of email or phone must be set')
      return mailOtp(world, body, circumstances)
    })
  app.post('/otp', answer)
  app.post('/magiclink', answer)
}

async function mailOtp(world: AuthWorld, body: Asked, c: Circumstances): Promise<Response> {
  const { auth } = world.config
  const email = parseEmail(body.email ?? '')
  await spendMail(world, 'sign-in', email)
  const user = await findUserByEmail(world.sql, email)
  if (!mayGoOn(world, user, body)) return json({})
  const work = async (tx: postgres.TransactionSql) => {
    const account = user ?? (await createAccount(tx, world, { email, data: body.data }, c.headers))
    // Whoever chose the password of an account that awaits confirmation may be somebody else: this
    // code takes it off when it comes back, which the one that confirms the account does not.
    const isGuarded = account.email_confirmed_at ?? account.encrypted_password
    await (isGuarded || auth.enableEmailAutoconfirm
      ? mailWayIn(tx, world, account, 'magiclink', c)
      : mailConfirmation(tx, world, account, c))
  }
  await unlessTaken(() => world.sql.begin(work))
  return json({})
}

async function textOtp(world: AuthWorld, body: Asked, { headers }: Circumstances) {
  if (!world.config.auth.enablePhone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const phone = parsePhone(body.phone ?? '')
  requireTexts(body.channel)
  await spendText(world, phone)
  const user = await findUserByPhone(world.sql, phone)
  // Made up for everybody, as there is none for a number that gets no text.
  const answer = json({ message_id: crypto.randomUUID() })
  if (!mayGoOn(world, user, body)) return answer
  const code = await textCode(world, phone)
  const work = async (tx: postgres.TransactionSql) => {
    const account = user ?? (await createAccount(tx, world, { phone, data: body.data }, headers))
    await storeTextCode(tx, world, account, code, headers)
  }
  await unlessTaken(() => world.sql.begin(work))
  return answer
}

/**
 * Whether there is somebody to send a code to, or is to be. Where nobody may sign up, an unknown
 * address is answered like a known one. Throws AuthError `otp_disabled` (422) where the client itself
 * asked not to sign anybody up: that answer is part of Supabase's protocol.
 */
function mayGoOn(world: AuthWorld, user: UserRow | undefined, body: Asked): boolean {
  if (user) return true
  if (body.create_user === false) {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  }
  return !world.config.auth.disableSignup
}
