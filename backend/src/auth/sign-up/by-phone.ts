import { json } from '#backend/platform/http.ts'
import { sendSmsCode, storeSmsCode } from '#backend/auth/codes/send-code.ts'
import { withUniformTiming } from '#backend/auth/codes/uniform-timing.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { consumeSms } from '#backend/auth/core/message-limits.ts'
import { type NewUser, createAccount, nullIfTaken } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { findUserById, findUserByPhone } from '#backend/auth/core/users.ts'
import { presentObfuscatedUser } from './obfuscated-user.ts'
import { alreadyRegistered, signUpWithoutConfirmation } from './without-confirmation.ts'

type NewPhoneUser = NewUser & { phone: string; passwordHash: string }

export async function signUpByPhone(context: AuthContext, newUser: NewPhoneUser, headers: Headers) {
  const existing = await findUserByPhone(context.sql, newUser.phone)
  if (context.settings.enablePhoneAutoconfirm) {
    if (existing) throw alreadyRegistered()
    return signUpWithoutConfirmation(context, newUser, headers)
  }
  return withUniformTiming(context.settings.answerBeat, async () => {
    const wait = await consumeSms(context, newUser.phone)
    if (existing && wait > 0) return json(await presentObfuscatedUser(context, existing, newUser))
    // Sends an SMS even to a confirmed account, so that response times do not reveal the account.
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
