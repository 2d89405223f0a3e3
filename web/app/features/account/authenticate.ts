import { browserClient } from '#web/data/browser-client.ts'
import { captchaOptions } from './captcha.ts'
import { becomePerson } from './guest.ts'
import { callbackAddress } from './return-address.ts'

export type Mode = 'sign-in' | 'sign-up'

/** `signup` and `email_change`: the address has to be proven first, with the code of that kind. */
export type Authenticated = 'signed-in' | 'signup' | 'email_change'

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
