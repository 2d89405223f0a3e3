import { browserClient } from '#web/data/browser-client.ts'
import { paths } from '#web/lib/paths.ts'
import { captchaOptions } from './captcha.ts'
import { callbackAddress } from './return-address.ts'

/** Mails a code that signs in, and a link that does the same. Makes the account where there is none. */
export async function mailCode(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInWithOtp({
    email,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}

/** Mails the link once more that confirms a new account. */
export async function mailConfirmation(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}

/** What a code was mailed for, by the names of the backend. */
export type CodeKind = 'email' | 'signup' | 'email_change'

/** Redeems a mailed code: whoever has it is signed in. */
export async function redeemCode(email: string, token: string, type: CodeKind): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.verifyOtp({ email, token, type })
  if (error) throw error
}

/** Mails a link to a new password, if the address has an account; answers the same if it has none. */
export async function mailRecovery(email: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: location.origin + paths.resetPassword(),
    ...(await captchaOptions()),
  })
  if (error) throw error
}

/** Gives the signed-in person a new password; their other sessions end. */
export async function changePassword(password: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
}

/** Lets a visitor begin without an account. */
export async function continueAsGuest(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInAnonymously({ options: await captchaOptions() })
  if (error) throw error
}

/**
 * Makes a person of the guest: their address, and a password if they gave one. False when the
 * address has to be proven first, with a code that was mailed to it (kind 'email_change').
 * Throws email_exists for an address that has an account.
 */
export async function becomePerson(email: string, password = ''): Promise<boolean> {
  const { auth } = await browserClient()
  const { data, error } = await auth.updateUser(
    { email, ...(password && { password }) },
    { emailRedirectTo: callbackAddress() },
  )
  if (error) throw error
  if (data.user.is_anonymous) return false
  // The token of before still says that nobody stands behind it.
  const refreshed = await auth.refreshSession()
  if (refreshed.error) throw refreshed.error
  return true
}

export type Mode = 'sign-in' | 'sign-up'

/** `signup` and `email_change`: the address has to be proven first, with the code of that kind. */
type Authenticated = 'signed-in' | 'signup' | 'email_change'

/**
 * Signs in, or creates an account; that of a guest is the one they have already. Throws the
 * backend's own error.
 */
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
  // Whoever has the code of the mail has proven the address just as well.
  if (error?.code === 'email_not_confirmed') return 'signup'
  if (error) throw error
  return 'signed-in'
}

async function signUp(email: string, password: string): Promise<Authenticated> {
  const { auth } = await browserClient()
  const { data: known } = await auth.getSession()
  if (known.session?.user.is_anonymous)
    return (await becomePerson(email, password)) ? 'signed-in' : 'email_change'
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { emailRedirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
  return data.session ? 'signed-in' : 'signup'
}
