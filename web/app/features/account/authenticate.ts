import { browserClient } from '#web/data/browser-client.ts'
import { paths } from '#web/lib/paths.ts'
import { captchaOptions } from './captcha.ts'
import { callbackAddress } from './return-address.ts'

/** Emails a sign-in code and link. Creates an account if the email has none. */
export async function sendCode(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInWithOtp({
    email,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}

export async function resendConfirmation(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}

/** The purpose of an emailed code, as GoTrue's verification type. */
export type CodeKind = 'email' | 'signup' | 'email_change'

export async function verifyCode(email: string, token: string, type: CodeKind): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.verifyOtp({ email, token, type })
  if (error) throw error
}

/** Emails a password reset link. The response does not reveal whether the account exists. */
export async function sendPasswordReset(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: location.origin + paths.resetPassword(),
    ...(await captchaOptions()),
  })
  if (error) throw error
}

/** Sets a new password. The backend revokes all other sessions. */
export async function changePassword(password: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
}

export async function continueAsGuest(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInAnonymously({ options: await captchaOptions() })
  if (error) throw error
}

/**
 * Turns an anonymous user into a full account. Returns false if an emailed code must first verify
 * the email. Throws `email_exists` if another account has the email.
 */
export async function upgradeGuest(email: string, password = ''): Promise<boolean> {
  const { auth } = await browserClient()
  const { data, error } = await auth.updateUser(
    { email, ...(password && { password }) },
    { emailRedirectTo: callbackAddress() },
  )
  if (error) throw error
  if (data.user.is_anonymous) return false
  // Refreshes the session, because the old token still has the claim `is_anonymous: true`.
  const refreshed = await auth.refreshSession()
  if (refreshed.error) throw refreshed.error
  return true
}

export type Mode = 'sign-in' | 'sign-up'

/** After `signup` and `email_change`, an emailed code of that kind must verify the email. */
type Authenticated = 'signed-in' | 'signup' | 'email_change'

/** Signs in or creates an account. An anonymous user's account becomes the full account. */
export async function authenticate(
  mode: Mode,
  email: string,
  password: string,
): Promise<Authenticated> {
  if (!email || !password)
    throw new Error('You must provide either an email or phone number and a password')
  return mode === 'sign-in' ? signIn(email, password) : signUp(email, password)
}

async function signIn(email: string, password: string): Promise<Authenticated> {
  const { auth } = await browserClient()
  const { error } = await auth.signInWithPassword({
    email,
    password,
    options: await captchaOptions(),
  })
  // The emailed sign-in code also verifies the email.
  if (error?.code === 'email_not_confirmed') return 'signup'
  if (error) throw error
  return 'signed-in'
}

async function signUp(email: string, password: string): Promise<Authenticated> {
  const { auth } = await browserClient()
  const { data: known } = await auth.getSession()
  if (known.session?.user.is_anonymous)
    return (await upgradeGuest(email, password)) ? 'signed-in' : 'email_change'
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
  return data.session ? 'signed-in' : 'signup'
}
