import type { Hono } from 'hono'
import type postgres from 'postgres'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { readChallenge } from '#backend/auth/flow-states.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { askForEmailChange } from '#backend/auth/user/change-email.ts'
import { changePhone } from '#backend/auth/user/change-phone.ts'
import { parseEmail, parsePhone } from '#backend/auth/identifiers.ts'
import { findUserByEmail, findUserByPhone, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { countMail, spendMail, spendText } from './intervals.ts'
import { mailConfirmation, type Circumstances } from './mail-code.ts'
import { atSteadyPace } from './steady-pace.ts'
import { storeTextCode, textCode } from './text-code.ts'

const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

/** POST /resend: the mail or text once more that somebody waits for; the answer does not tell whether anybody does. */
export function registerResend(app: Hono, world: AuthWorld): void {
  app.post('/resend', (c) =>
    atSteadyPace(world.config.auth.answerBeat, async () => {
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
      if (!isMail) return resendText(world, type, parsePhone(phone ?? ''), headers)
      const challenge = readChallenge(rest.code_challenge, rest.code_challenge_method)
      const redirectTo = safeRedirect(world.config, askedRedirect(c.req.raw))
      await resendMail(world, type, parseEmail(email ?? ''), { challenge, redirectTo, headers })
      return json({})
    }),
  )
}

async function resendMail(
  world: AuthWorld,
  type: 'signup' | 'email_change',
  email: string,
  circumstances: Circumstances,
): Promise<void> {
  await spendMail(world, type === 'signup' ? 'confirmation' : 'email_change', email)
  const user = await findUserByEmail(world.sql, email)
  if (!user) return
  const address = user.email_change
  if (type === 'signup' && !user.email_confirmed_at) {
    await world.sql.begin((tx) => mailConfirmation(tx, world, user, circumstances))
  } else if (type === 'email_change' && address) {
    // The mailbox that has yet to be proven may be a stranger's.
    if ((await countMail(world, 'email_change', address)) > 0) return
    await world.sql.begin(async (tx) => {
      if (!(await isStillAsked(tx, user))) return
      await askForEmailChange(tx, world, user, address, circumstances)
    })
  }
}

async function resendText(
  world: AuthWorld,
  type: 'sms' | 'phone_change',
  phone: string,
  headers: Headers,
): Promise<Response> {
  if (!world.config.auth.enablePhone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  await spendText(world, phone)
  // Made up for everybody, as there is none for a number that gets no text.
  const answer = json({ message_id: crypto.randomUUID() })
  const user = await findUserByPhone(world.sql, phone)
  if (!user) return answer
  const number = user.phone_change
  if (type === 'sms' && !user.phone_confirmed_at) {
    const code = await textCode(world, phone)
    await world.sql.begin((tx) => storeTextCode(tx, world, user, code, headers))
  } else if (type === 'phone_change' && number) {
    const code = await textCode(world, number)
    await world.sql.begin(async (tx) => {
      if (await isStillAsked(tx, user)) await changePhone(tx, world, user, number, code)
    })
  }
  return answer
}

/**
 * Whether the changes of address and number that an account was found with are still asked for, and
 * locks it: a new password ends them, and nothing brings them back.
 */
async function isStillAsked(tx: postgres.TransactionSql, user: UserRow): Promise<boolean> {
  const rows = await tx`
    select from auth.users
    where id = ${user.id} and deleted_at is null and email is not distinct from ${user.email}
      and email_change is not distinct from ${user.email_change}
      and phone_change is not distinct from ${user.phone_change}
    for no key update`
  return rows.length > 0
}
