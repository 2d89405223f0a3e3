import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AuthConfig } from '#backend/config/auth-config.ts'
import { isServiceRole } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { ipAddressOf } from '#backend/platform/client-network.ts'
import { readRequestFacts } from './request-facts.ts'

export const captchaEndpoints = [
  '/signup',
  '/token',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
] as const

/**
 * Grant types without a CAPTCHA check. Clients get the tokens for these grants from an identity
 * provider, or from a request with a CAPTCHA check.
 */
const exemptGrants = new Set(['refresh_token', 'pkce', 'id_token'])

const verificationUrls = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const timeoutMs = 5_000

const verificationSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/**
 * Middleware that verifies the CAPTCHA token. Throws AuthError `captcha_failed` (400) if the token
 * is missing or invalid, or the CAPTCHA service fails.
 */
export function requireCaptcha(
  context: AuthContext,
  captcha: NonNullable<AuthConfig['captcha']>,
): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw
    const { grant, captchaToken } = await readRequestFacts(c.req)
    const isProven = c.req.path.endsWith('/token') && exemptGrants.has(grant ?? '')
    if (!isProven && !isServiceRole(context, headers)) {
      await verifyCaptcha(context, captcha, captchaToken, ipAddressOf(headers))
    }
    await next()
  }
}

async function verifyCaptcha(
  context: AuthContext,
  { provider, secret, url }: NonNullable<AuthConfig['captcha']>,
  token: string,
  address: string | null,
): Promise<void> {
  if (!token) throw captchaFailed('no captcha_token found')
  const verdict = await fetch(url ?? verificationUrls[provider], {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, ...(address && { remoteip: address }) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => verificationSchema.parse(await response.json()))
    .catch((cause: unknown) => {
      context.log.error(
        'failed to verify a CAPTCHA; check GOTRUE_SECURITY_CAPTCHA_PROVIDER and _SECRET',
        cause,
      )
      // Responds with 400 if the CAPTCHA service fails, because clients retry a 5xx immediately.
      throw new AuthError(400, 'captcha_failed', 'captcha verification process failed')
    })
  if (!verdict.success) throw captchaFailed(verdict['error-codes'].join(', '))
}

function captchaFailed(reason: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}
