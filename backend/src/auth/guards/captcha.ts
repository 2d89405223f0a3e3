import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AuthConfig } from '#backend/config/auth-config.ts'
import { requireAdmin } from '#backend/auth/bearer.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { addressOf } from '#backend/auth/origin.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { factsOf } from './request-facts.ts'

/** Calls that a person makes, and nobody else should. */
export const captchaCalls = [
  '/signup',
  '/token',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
] as const

/** Proofs that were got past a captcha, or past another service's own. */
const provenGrants = new Set(['refresh_token', 'pkce', 'id_token'])

const verifiers = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const timeoutMs = 5_000
const verdictSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Asks the captcha's provider whether a person is there. Throws AuthError `captcha_failed` (400). */
export function provenHuman(
  world: AuthWorld,
  captcha: NonNullable<AuthConfig['captcha']>,
): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw
    const { grant, captchaToken } = await factsOf(c.req)
    const isProven = c.req.path.endsWith('/token') && provenGrants.has(grant ?? '')
    if (!isProven && !isProject(world, headers)) {
      await verify(world, captcha, captchaToken, addressOf(headers))
    }
    await next()
  }
}

async function verify(
  world: AuthWorld,
  { provider, secret, url }: NonNullable<AuthConfig['captcha']>,
  token: string,
  address: string | null,
): Promise<void> {
  if (!token) throw disallowed('no captcha_token found')
  const verdict = await fetch(url ?? verifiers[provider], {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, ...(address && { remoteip: address }) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => verdictSchema.parse(await response.json()))
    .catch((cause: unknown) => {
      world.log.error('the captcha could not be verified', cause)
      // Not one of the statuses that clients take for a reason to ask again at once.
      throw new AuthError(400, 'captcha_failed', 'captcha verification process failed')
    })
  if (!verdict.success) throw disallowed(verdict['error-codes'].join(', '))
}

/** The project's own servers have no hands to solve anything with. */
function isProject(world: AuthWorld, headers: Headers): boolean {
  try {
    requireAdmin(world, headers)
    return true
  } catch {
    return false
  }
}

function disallowed(reason: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}
