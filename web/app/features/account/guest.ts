import { browserClient } from '#web/data/browser-client.ts'
import { captchaOptions } from './captcha.ts'
import { callbackAddress } from './return-address.ts'

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
