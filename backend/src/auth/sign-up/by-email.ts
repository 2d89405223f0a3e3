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

/** Signs somebody up by address and password: at once under autoconfirm, else by a mail to confirm it. */
export async function signUpByEmail(
  context: AuthContext,
  newcomer: NewEmailUser,
  circumstances: MailContext,
): Promise<Response> {
  if (context.settings.enableEmailAutoconfirm) {
    if (await findUserByEmail(context.sql, newcomer.email)) throw alreadyRegistered()
    return signUpWithoutConfirmation(context, newcomer, circumstances.headers)
  }
  return withUniformTiming(context.settings.answerBeat, async () => {
    const existing = await findUserByEmail(context.sql, newcomer.email)
    if (existing) return repeatSignUp(context, existing, newcomer, circumstances)
    const user = await nullIfTaken(() =>
      context.sql.begin(async (tx) => {
        const created = await createAccount(tx, context, newcomer, circumstances.headers)
        // Before anybody sees the account: whoever signs up again right now gets no second mail.
        await consumeEmail(context, 'confirmation', newcomer.email)
        return sendConfirmationEmail(tx, context, created, circumstances)
      }),
    )
    if (user) return json(presentUser(user))
    const other = await findUserByEmail(context.sql, newcomer.email)
    if (!other) throw alreadyRegistered()
    return repeatSignUp(context, other, newcomer, circumstances)
  })
}

/** An account that awaits confirmation is mailed once more, though not at once; what it was made with stays. */
async function repeatSignUp(
  context: AuthContext,
  existing: UserRow,
  newcomer: NewEmailUser,
  circumstances: MailContext,
): Promise<Response> {
  const wait = await consumeEmail(context, 'confirmation', newcomer.email)
  if (!existing.email_confirmed_at && wait === 0) {
    await context.sql.begin((tx) => sendConfirmationEmail(tx, context, existing, circumstances))
  }
  return json(await presentObfuscatedUser(context, existing, newcomer))
}
