import { json } from '#backend/platform/http.ts'
import { type MailContext, sendConfirmationEmail } from '#backend/auth/codes/send-code.ts'
import { withUniformTiming } from '#backend/auth/codes/uniform-timing.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { consumeEmail } from '#backend/auth/core/message-limits.ts'
import { type NewUser, createAccount, nullIfTaken } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { type UserRow, findUserByEmail } from '#backend/auth/core/users.ts'
import { presentObfuscatedUser } from './obfuscated-user.ts'
import { alreadyRegistered, signUpWithoutConfirmation } from './without-confirmation.ts'

type NewEmailUser = NewUser & { email: string; passwordHash: string }

export async function signUpByEmail(
  context: AuthContext,
  newUser: NewEmailUser,
  mailContext: MailContext,
): Promise<Response> {
  if (context.settings.enableEmailAutoconfirm) {
    if (await findUserByEmail(context.sql, newUser.email)) throw alreadyRegistered()
    return signUpWithoutConfirmation(context, newUser, mailContext.headers)
  }
  return withUniformTiming(context.settings.answerBeat, async () => {
    const existing = await findUserByEmail(context.sql, newUser.email)
    if (existing) return repeatSignUp(context, existing, newUser, mailContext)
    const user = await nullIfTaken(() =>
      context.sql.begin(async (tx) => {
        const created = await createAccount(tx, context, newUser, mailContext.headers)
        // Counts the email against the rate limit before sending it, so that only one of several
        // concurrent sign-ups sends an email.
        await consumeEmail(context, 'confirmation', newUser.email)
        return sendConfirmationEmail(tx, context, created, mailContext)
      }),
    )
    if (user) return json(presentUser(user))
    const other = await findUserByEmail(context.sql, newUser.email)
    if (!other) throw alreadyRegistered()
    return repeatSignUp(context, other, newUser, mailContext)
  })
}

/**
 * Sends another confirmation email if the account is unconfirmed and the rate limit allows it.
 * Keeps the account's password and metadata.
 */
async function repeatSignUp(
  context: AuthContext,
  existing: UserRow,
  newUser: NewEmailUser,
  mailContext: MailContext,
): Promise<Response> {
  const wait = await consumeEmail(context, 'confirmation', newUser.email)
  if (!existing.email_confirmed_at && wait === 0) {
    await context.sql.begin((tx) => sendConfirmationEmail(tx, context, existing, mailContext))
  }
  return json(await presentObfuscatedUser(context, existing, newUser))
}
