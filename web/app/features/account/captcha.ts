import { waysIn } from './ways-in.ts'

/** Said when what asks the person is not there to do so. */
export const captchaUnavailable =
  'The check that you are a person could not be loaded. Allow its scripts where something blocks them, or look at your connection, then try again.'

/**
 * For the options of a call that only people may make: the proof that one is there, good for one call.
 * Empty where the backend asks for none. Throws in words for the person when there is no proof.
 */
export async function captchaOptions(): Promise<{ captchaToken?: string }> {
  const { captcha } = await waysIn()
  if (!captcha) return {}
  const { solveCaptcha } = await import('./captcha-check.ts').catch((cause: unknown) => {
    throw new Error(captchaUnavailable, { cause })
  })
  return { captchaToken: await solveCaptcha(captcha) }
}
