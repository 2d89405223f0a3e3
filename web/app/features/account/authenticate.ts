import { browserClient } from '#web/data/browser-client.ts'

export type Mode = 'sign-in' | 'sign-up'

/**
 * Signs in, or creates an account. False when the account first wants its e-mail confirmed.
 * Throws the backend's own error.
 */
export async function authenticate(mode: Mode, email: string, password: string): Promise<boolean> {
  if (!email || !password)
    throw new Error('You must provide either an email or phone number and a password')
  const { auth } = await browserClient()
  const { data, error } =
    mode === 'sign-in'
      ? await auth.signInWithPassword({ email, password })
      : await auth.signUp({ email, password })
  if (error) throw error
  return data.session !== null
}
