/** Said when what asks the person is not there to do so. */
export const captchaUnavailable =
  'The check that you are a person could not be loaded. Allow its scripts where something blocks them, or look at your connection, then try again.'

/**
 * For the options of a call that only people may make: the proof that one is there, good for one call.
 * Empty where the backend asks for none. Throws in words for the person when there is no proof.
 */
export async function captchaOptions(): Promise<{ captchaToken?: string }> {
  // By themselves: in one file with the forms they would draw what many pages share into it.
  const { waysIn } = await import('./ways-in.ts').catch(unavailable)
  const { captcha } = await waysIn()
  if (!captcha) return {}
  const { solveCaptcha } = await import('./captcha-check.ts').catch(unavailable)
  return { captchaToken: await solveCaptcha(captcha) }
}

function unavailable(cause: unknown): never {
  throw new Error(captchaUnavailable, { cause })
}
