import { browserClient } from '#web/data/browser-client.ts'
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
