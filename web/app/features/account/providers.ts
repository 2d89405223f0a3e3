import { browserClient } from '#web/data/browser-client.ts'
import { captchaOptions } from './captcha.ts'
import { callbackAddress } from './return-address.ts'

/** Leaves for a provider, which sends the person back signed in. */
export async function signInWith(provider: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInWithOAuth({
    // Any that the backend has configured, whatever the library's list knows.
    provider: provider as 'google',
    options: { redirectTo: callbackAddress() },
  })
  if (error) throw error
}

/** The form has to say first whose company it is. */
export class MissingAddress extends Error {
  override readonly name = 'MissingAddress'
}

/** Leaves for the sign-in of the company that an address belongs to. */
export async function signInWithCompany(email: string): Promise<void> {
  const domain = /@([^@\s]+)$/.exec(email.trim())?.[1]
  if (!domain) throw new MissingAddress('Please enter your address at work first.')
  const { auth } = await browserClient()
  const { error } = await auth.signInWithSSO({
    domain: domain.toLowerCase(),
    options: { redirectTo: callbackAddress(), ...(await captchaOptions()) },
  })
  if (error) throw error
}
