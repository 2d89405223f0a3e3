import type { Hono, MiddlewareHandler } from 'hono'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { RateLimitError } from '#backend/auth/core/errors.ts'
import { deviceCookie } from '#backend/auth/core/trusted-devices.ts'
import { captchaEndpoints, requireCaptcha } from './captcha.ts'
import { withCleanup } from './cleanup.ts'
import { type RateLimitRule, rateLimitRules } from './rate-limit-rules.ts'
import { rateLimit } from './rate-limits.ts'

/** What stands before the endpoints: how answers travel, how often one may ask, and whether a person asks. */
export function registerGuards(app: Hono, context: AuthContext): void {
  const { rateLimits, captcha } = context.settings
  app.use('*', withSecurityHeaders(context))
  app.on('POST', '*', withCleanup(context))
  if (rateLimits) {
    for (const [call, rules] of byCall(rateLimitRules)) {
      const [method = '', path = ''] = call.split(' ')
      app.on(method, path, rateLimit(context, rules))
    }
  }
  if (captcha) {
    for (const path of captchaEndpoints) app.on('POST', path, requireCaptcha(context, captcha))
  }
}

function byCall(rules: readonly RateLimitRule[]): Map<string, RateLimitRule[]> {
  return Map.groupBy(rules, ({ call }) => call)
}

/**
 * How every answer travels: nobody keeps a copy of what may hold tokens (what may be kept says so
 * itself), nor takes what somebody calls themselves for a page, a refusal says when to come again, and a browser in which somebody has signed in gets the
 * mark it is known by from then on.
 */
function withSecurityHeaders(context: AuthContext): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store')
    if (c.error instanceof RateLimitError) headers.set('Retry-After', String(c.error.seconds))
    const cookie = deviceCookie(context, c.req.raw.headers)
    if (cookie) headers.append('Set-Cookie', cookie)
  }
}
