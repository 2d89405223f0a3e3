import { browserClient } from '#web/data/browser-client.ts'
import { endSession, ownSessions } from '#web/data/security.ts'
import { captchaOptions } from '#web/features/account/captcha.ts'
import { redeemCode } from '#web/features/account/one-time-code.ts'
import { callbackAddress } from '#web/features/account/return-address.ts'

/** Takes another password; every other session ends. */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ password: next, current_password: current })
  if (error) throw error
}

/** Asks for another address. Answers whether mails have to be answered first. */
export async function changeEmail(email: string): Promise<'changed' | 'asked'> {
  const { auth } = await browserClient()
  const { data, error } = await auth.updateUser({ email }, { emailRedirectTo: callbackAddress() })
  if (error) throw error
  return data.user.new_email ? 'asked' : 'changed'
}

/** Sends the mails of a change once more. `email` is the address the account has now. */
export async function remindOfChange(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.resend({
    type: 'email_change',
    email,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}

/** Mails a code, and a link, to the person's own address. */
export async function mailProof(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInWithOtp({
    email,
    options: {
      shouldCreateUser: false,
      emailRedirectTo: callbackAddress(),
      ...(await captchaOptions()),
    },
  })
  if (error) throw error
}

/** Answers with the code. It opens a session of its own; the one before is not left behind. */
export async function proveAddress(email: string, code: string): Promise<void> {
  const client = await browserClient()
  const before = (await ownSessions(client)).find(({ is_current }) => is_current)
  await redeemCode(email, code, 'email')
  // Whoever has a second step gives it first; then it is among their sessions, to be ended there.
  if (before) await endSession(client, before.id).catch(() => {})
}

/** Signs out everywhere but here. */
export async function endOtherSessions(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}
