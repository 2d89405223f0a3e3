import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { readChallenge } from '#backend/auth/core/flow-states.ts'
import { parseEmail, parsePhone } from '#backend/auth/core/identifiers.ts'
import {
  consumeEmail,
  requireEmailQuota,
  requireSmsQuota,
} from '#backend/auth/core/message-limits.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { type UserRow, findUserByEmail, findUserByPhone } from '#backend/auth/core/users.ts'
import { changePhone, requestEmailChange } from './identifier-changes.ts'
import {
  type MailContext,
  deliverUnnoticed,
  requirePhoneProvider,
  sendConfirmationEmail,
  sendSmsCode,
  storeSmsCode,
} from './send-code.ts'
import { withUniformTiming } from './uniform-timing.ts'

const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

/**
 * POST /resend: sends a pending email or SMS again. The response does not reveal whether a message
 * was pending.
 */
export function registerResend(app: Hono, context: AuthContext): void {
  app.post('/resend', (c) =>
    withUniformTiming(context.settings.answerBeat, async () => {
      const { type, email, phone, ...rest } = await readBody(c.req.raw, resendBody)
      const isMail = type === 'signup' || type === 'email_change'
      if (!isMail && type !== 'sms' && type !== 'phone_change') {
        throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
      }
      if (email && phone) throw invalid('Only an email address or phone number should be provided.')
      if (!(isMail ? email : phone)) {
        throw invalid(`Type provided requires ${isMail ? 'an email address' : 'a phone number'}`)
      }
      const { headers } = c.req.raw
      if (!isMail) return resendSms(context, type, parsePhone(phone ?? ''), headers)
      const challenge = readChallenge(rest.code_challenge, rest.code_challenge_method)
      const redirectTo = safeRedirect(context, requestedRedirect(c.req.raw))
      await resendMail(context, type, parseEmail(email ?? ''), { challenge, redirectTo, headers })
      return json({})
    }),
  )
}

async function resendMail(
  context: AuthContext,
  type: 'signup' | 'email_change',
  email: string,
  mailContext: MailContext,
): Promise<void> {
  await requireEmailQuota(context, type === 'signup' ? 'confirmation' : 'email_change', email)
  const user = await findUserByEmail(context.sql, email)
  if (!user) return
  const address = user.email_change
  if (type === 'signup' && !user.email_confirmed_at) {
    await context.sql.begin((tx) => sendConfirmationEmail(tx, context, user, mailContext))
  } else if (type === 'email_change' && address) {
    // Applies the email limits to the new address, because its mailbox may belong to another
    // person.
    if ((await consumeEmail(context, 'email_change', address)) > 0) return
    await context.sql.begin(async (tx) => {
      if (!(await isChangeStillPending(tx, user))) return
      await requestEmailChange(tx, context, user, address, mailContext)
    })
  }
}

async function resendSms(
  context: AuthContext,
  type: 'sms' | 'phone_change',
  phone: string,
  headers: Headers,
): Promise<Response> {
  requirePhoneProvider(context)
  await requireSmsQuota(context, phone)
  // Returns a random message id, so that the response does not reveal whether an SMS was sent.
  const answer = json({ message_id: crypto.randomUUID() })
  const user = await findUserByPhone(context.sql, phone)
  if (!user) return answer
  const number = user.phone_change
  if (type === 'sms' && !user.phone_confirmed_at) {
    deliverUnnoticed(context, async () => {
      const code = await sendSmsCode(context, phone)
      await context.sql.begin((tx) => storeSmsCode(tx, context, user, code, headers))
    })
  } else if (type === 'phone_change' && number) {
    deliverUnnoticed(context, async () => {
      const code = await sendSmsCode(context, number)
      await context.sql.begin(async (tx) => {
        if (await isChangeStillPending(tx, user)) await changePhone(tx, context, user, number, code)
      })
    })
  }
  return answer
}

/** Locks the account and returns whether its pending changes still match `user`. */
async function isChangeStillPending(tx: Tx, user: UserRow): Promise<boolean> {
  const rows = await tx`
    select from auth.users
    where id = ${user.id} and deleted_at is null and email is not distinct from ${user.email}
      and email_change is not distinct from ${user.email_change}
      and phone_change is not distinct from ${user.phone_change}
    for no key update`
  return rows.length > 0
}
