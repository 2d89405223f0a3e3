import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { readChallenge } from '#backend/auth/core/flow-states.ts'
import { parseEmail, parsePhone } from '#backend/auth/core/identifiers.ts'
import { requireEmailQuota, requireSmsQuota } from '#backend/auth/core/message-limits.ts'
import { assertMetadataFits } from '#backend/auth/core/metadata.ts'
import { createAccount, nullIfTaken } from '#backend/auth/core/new-users.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { type UserRow, findUserByEmail, findUserByPhone } from '#backend/auth/core/users.ts'
import {
  type MailContext,
  deliverUnnoticed,
  requirePhoneProvider,
  requireSmsChannel,
  sendConfirmationEmail,
  sendSignInEmail,
  sendSmsCode,
  storeSmsCode,
} from './send-code.ts'
import { withUniformTiming } from './uniform-timing.ts'

const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  channel: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

type OtpBody = z.output<typeof otpBody>

export function registerOtp(app: Hono, context: AuthContext): void {
  const answer = (c: Context) =>
    withUniformTiming(context.settings.answerBeat, async () => {
      const body = await readBody(c.req.raw, otpBody)
      assertMetadataFits(body.data)
      const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
      const redirectTo = safeRedirect(context, requestedRedirect(c.req.raw))
      const mailContext = { challenge, redirectTo, headers: c.req.raw.headers }
      if (body.email && body.phone) {
        throw invalid('Only an email address or phone number should be provided')
      }
      if (body.phone) return sendSmsOtp(context, body, mailContext)
      if (!body.email) throw invalid('One of email or phone must be set')
      return sendEmailOtp(context, body, mailContext)
    })
  app.post('/otp', answer)
  app.post('/magiclink', answer)
}

async function sendEmailOtp(context: AuthContext, body: OtpBody, c: MailContext) {
  const auth = context.settings
  const email = parseEmail(body.email ?? '')
  await requireEmailQuota(context, 'sign-in', email)
  const user = await findUserByEmail(context.sql, email)
  if (!isSignInAllowed(context, user, body, auth.enableEmailAutoconfirm)) return json({})
  const work = async (tx: Tx) => {
    const account =
      user ?? (await createAccount(tx, context, { email, data: body.data }, c.headers))
    // If an unconfirmed account has a password, an attacker may have set it. The account therefore
    // gets a magic link, because redeeming a magic link removes the password.
    const isGuarded = account.email_confirmed_at ?? account.encrypted_password
    await (isGuarded || auth.enableEmailAutoconfirm
      ? sendSignInEmail(tx, context, account, 'magiclink', c)
      : sendConfirmationEmail(tx, context, account, c))
  }
  await nullIfTaken(() => context.sql.begin(work))
  return json({})
}

async function sendSmsOtp(context: AuthContext, body: OtpBody, { headers }: MailContext) {
  requirePhoneProvider(context)
  const phone = parsePhone(body.phone ?? '')
  requireSmsChannel(body.channel)
  await requireSmsQuota(context, phone)
  const user = await findUserByPhone(context.sql, phone)
  // Returns a random message id, so that the response does not reveal whether an SMS was sent.
  const answer = json({ message_id: crypto.randomUUID() })
  const { disableSignup, enablePhoneAutoconfirm } = context.settings
  if (!isSignInAllowed(context, user, body, enablePhoneAutoconfirm)) return answer
  const deliver = async () => {
    const code = await sendSmsCode(context, phone)
    await nullIfTaken(() =>
      context.sql.begin(async (tx) => {
        const account =
          user ?? (await createAccount(tx, context, { phone, data: body.data }, headers))
        await storeSmsCode(tx, context, account, code, headers)
      }),
    )
  }
  const isForEveryone = !disableSignup && body.create_user !== false
  if (isForEveryone) await deliver()
  else deliverUnnoticed(context, deliver)
  return answer
}

/**
 * Returns whether POST /otp may send a code. With `create_user: false`, returns false for an
 * unknown account, so that the response does not reveal whether the account exists. With
 * autoconfirm, sign-ups reveal existing accounts in any case, so it throws AuthError `otp_disabled`
 * (422) as GoTrue does.
 */
function isSignInAllowed(
  context: AuthContext,
  user: UserRow | undefined,
  body: OtpBody,
  isAutoconfirmed: boolean,
): boolean {
  if (user) return true
  if (body.create_user !== false) return !context.settings.disableSignup
  if (!isAutoconfirmed) return false
  throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
}
