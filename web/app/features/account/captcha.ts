export const captchaUnavailable =
  'The human verification couldn’t load. Check your connection and any script blockers, then try again.'

/**
 * Returns the CAPTCHA option of an auth call; no option if the backend requires no CAPTCHA. Throws
 * an error with a message for the user if the widget fails to load or the check fails.
 */
export async function captchaOptions(): Promise<{ captchaToken?: string }> {
  const { authSettings } = await import('./auth-settings.ts').catch(unavailable)
  const { captcha } = await authSettings()
  if (!captcha) return {}
  const { solveCaptcha } = await import('./captcha-check.ts').catch(unavailable)
  return { captchaToken: await solveCaptcha(captcha) }
}

function unavailable(cause: unknown): never {
  throw new Error(captchaUnavailable, { cause })
}
