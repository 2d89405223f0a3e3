import { browserClient } from '#web/data/browser-client.ts'
import type { UserClient } from '#web/data/user-client.ts'
import { paths } from '#web/lib/paths.ts'
import { captchaOptions } from './captcha.ts'
import { codeOf } from './failure-texts.ts'
import { callbackAddress } from './return-address.ts'

/** Calls a method of auth-js and returns its data. Throws the error that the method returned. */
export async function callAuth<Answer extends { data: unknown; error: Error | null }>(
  call: (auth: UserClient['auth']) => Promise<Answer>,
): Promise<Extract<Answer, { error: null }>['data']> {
  const { data, error } = await call((await browserClient()).auth)
  if (error) throw error
  return data
}

const emailOptions = async () => ({
  emailRedirectTo: callbackAddress(),
  ...(await captchaOptions()),
})

/** Emails a sign-in code and link. Creates an account if no account has the email. */
export async function sendCode(email: string): Promise<void> {
  await callAuth(async (auth) => auth.signInWithOtp({ email, options: await emailOptions() }))
}

export async function resendConfirmation(email: string): Promise<void> {
  await callAuth(async (auth) =>
    auth.resend({ type: 'signup', email, options: await emailOptions() }),
  )
}

/** GoTrue's verification type of an emailed code. */
export type CodeKind = 'email' | 'signup' | 'email_change'

export async function verifyCode(email: string, token: string, type: CodeKind): Promise<void> {
  await callAuth((auth) => auth.verifyOtp({ email, token, type }))
}

/** Emails a password reset link. The response does not reveal whether the account exists. */
export async function sendPasswordReset(email: string): Promise<void> {
  await callAuth(async (auth) =>
    auth.resetPasswordForEmail(email, {
      redirectTo: location.origin + paths.resetPassword(),
      ...(await captchaOptions()),
    }),
  )
}

/** Sets a new password. The backend revokes all other sessions. */
export async function changePassword(password: string): Promise<void> {
  await callAuth((auth) => auth.updateUser({ password }))
}

export async function continueAsGuest(): Promise<void> {
  await callAuth(async (auth) => auth.signInAnonymously({ options: await captchaOptions() }))
}

/**
 * Turns the anonymous user into a user with an account. The new profile gets the name. Returns
 * false if the user must first verify the email with a code. Throws `email_exists` if another
 * account has the email.
 */
export async function upgradeGuest(email: string, password = '', name = ''): Promise<boolean> {
  const { user } = await callAuth((auth) =>
    auth.updateUser(
      { email, ...(password && { password }), ...(name && { data: { full_name: name } }) },
      { emailRedirectTo: callbackAddress() },
    ),
  )
  if (user.is_anonymous) return false
  // Refreshes the session, because its access token still contains `is_anonymous: true`.
  await callAuth((auth) => auth.refreshSession())
  return true
}

export type SignInMode = 'sign-in' | 'sign-up'

/** The results `signup` and `email_change` mean that the user must still enter an emailed code. */
type Authenticated = 'signed-in' | 'signup' | 'email_change'

/**
 * Signs in or creates an account. When an anonymous user signs up, the anonymous user becomes the
 * new account.
 */
export async function authenticate(
  mode: SignInMode,
  email: string,
  password: string,
): Promise<Authenticated> {
  if (!email || !password)
    throw new Error('You must provide either an email or phone number and a password')
  return mode === 'sign-in' ? signIn(email, password) : signUp(email, password)
}

async function signIn(email: string, password: string): Promise<Authenticated> {
  const { auth } = await browserClient()
  const options = await captchaOptions()
  const { error } = await auth.signInWithPassword({ email, password, options })
  if (error?.code === 'email_not_confirmed') {
    await sendConfirmationAgain(email)
    return 'signup'
  }
  if (error) throw error
  return 'signed-in'
}

/** Emails the sign-up code of an unconfirmed account, unless an email was sent a moment ago. */
async function sendConfirmationAgain(email: string): Promise<void> {
  try {
    await resendConfirmation(email)
  } catch (error) {
    if (codeOf(error) !== 'over_email_send_rate_limit') throw error
  }
}

async function signUp(email: string, password: string): Promise<Authenticated> {
  const { auth } = await browserClient()
  const { data: known } = await auth.getSession()
  if (known.session?.user.is_anonymous)
    return (await upgradeGuest(email, password)) ? 'signed-in' : 'email_change'
  const { session } = await callAuth(async (auth) =>
    auth.signUp({ email, password, options: await emailOptions() }),
  )
  return session ? 'signed-in' : 'signup'
}
