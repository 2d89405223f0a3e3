import { browserClient } from '#web/data/browser-client.ts'
import { captchaOptions } from '#web/features/account/captcha.ts'
import { callbackAddress } from '#web/features/account/return-address.ts'

/** Takes another password; every other session ends. */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ password: next, current_password: current })
  if (error) throw error
}

/** Asks for another address. Answers whether mails have to be answered first. */
export async function changeEmail(email: string, current?: string): Promise<'changed' | 'asked'> {
  const { auth } = await browserClient()
  const { data, error } = await auth.updateUser(
    { email, ...(current && { current_password: current }) },
    { emailRedirectTo: callbackAddress() },
  )
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

/** Mails a code to the person's own address. */
export async function mailProof(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.reauthenticate()
  if (error) throw error
}

/**
 * Answers with the code, in the session that asked for it: an answer from anywhere else would take
 * the password away that this person may have chosen.
 */
export async function proveAddress(nonce: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ nonce })
  if (error) throw error
}

/** Signs out everywhere but here. */
export async function endOtherSessions(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}
