import { browserClient } from '#web/data/browser-client.ts'
import { captchaOptions } from '#web/features/account/captcha.ts'
import { callbackAddress } from '#web/features/account/return-address.ts'

/** Changes the password. The backend revokes all other sessions. */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ password: next, current_password: current })
  if (error) throw error
}

/** Changes the account's email. Returns whether the change still has to be confirmed by email. */
export async function changeEmail(
  email: string,
  current?: string,
): Promise<'changed' | 'confirmation-sent'> {
  const { auth } = await browserClient()
  const { data, error } = await auth.updateUser(
    { email, ...(current && { current_password: current }) },
    { emailRedirectTo: callbackAddress() },
  )
  if (error) throw error
  return data.user.new_email ? 'confirmation-sent' : 'changed'
}

/** Sends the confirmation emails of an email change again. `email` is the current email. */
export async function resendEmailChange(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.resend({
    type: 'email_change',
    email,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}

/** Emails a verification code to the user. */
export async function sendVerificationCode(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.reauthenticate()
  if (error) throw error
}

/**
 * Verifies the code in the session that requested it. In another session, the backend would remove
 * a password set before the verification.
 */
export async function verifyEmail(nonce: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ nonce })
  if (error) throw error
}

/** Revokes all sessions of the user except the current one. */
export async function endOtherSessions(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}
