import { browserClient } from '#web/data/browser-client.ts'
import { paths } from '#web/lib/paths.ts'
import { captchaOptions } from './captcha.ts'

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
