import { browserClient } from '#web/data/browser-client.ts'
import { captchaOptions } from '#web/features/account/captcha.ts'
import { callbackAddress } from '#web/features/account/return-address.ts'

type Auth = Awaited<ReturnType<typeof browserClient>>['auth']

/** Calls a method of auth-js and throws the error that the method returned. */
export async function callAuth<Result extends { error: Error | null }>(
  call: (auth: Auth) => Promise<Result>,
): Promise<Extract<Result, { error: null }>> {
  const { auth } = await browserClient()
  const result = await call(auth)
  if (result.error) throw result.error
  return result as Extract<Result, { error: null }>
}

/** Changes the password. The backend revokes all other sessions. */
export const changePassword = (current: string, next: string) =>
  callAuth((auth) => auth.updateUser({ password: next, current_password: current }))

/** Changes the account's email. The user may first have to confirm the change by email. */
export async function changeEmail(
  email: string,
  current?: string,
): Promise<'changed' | 'confirmation-sent'> {
  const attributes = { email, ...(current && { current_password: current }) }
  const { data } = await callAuth((auth) =>
    auth.updateUser(attributes, { emailRedirectTo: callbackAddress() }),
  )
  return data.user.new_email ? 'confirmation-sent' : 'changed'
}

/** Resends the confirmation emails of a pending email change. `email` is the current email. */
export async function resendEmailChange(email: string): Promise<void> {
  const options = { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) }
  await callAuth((auth) => auth.resend({ type: 'email_change', email, options }))
}

/**
 * Cancels a pending email change. Its links become invalid. Returns the account's email, because the
 * change may have completed before. Returns undefined if the email fails to load.
 */
export async function cancelEmailChange(): Promise<string | undefined> {
  const client = await browserClient()
  await client.rpc('cancel_email_change').throwOnError()
  const account = await callAuth((auth) => auth.getUser()).catch(() => null)
  return account?.data.user.email
}

export const sendVerificationCode = () => callAuth((auth) => auth.reauthenticate())

/**
 * Verifies the email with an emailed code. Must run in the session that requested the code: in any
 * other session, the backend would remove a password that was set before.
 */
export const verifyEmail = (nonce: string) => callAuth((auth) => auth.updateUser({ nonce }))

export const endOtherSessions = () => callAuth((auth) => auth.signOut({ scope: 'others' }))
