import type { Hono, MiddlewareHandler } from 'hono'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { RateLimitError } from '#backend/auth/core/errors.ts'
import { deviceCookie } from '#backend/auth/core/trusted-devices.ts'
import { captchaEndpoints, requireCaptcha } from './captcha.ts'
import { withCleanup } from './cleanup.ts'
import { rateLimitRules } from './rate-limit-rules.ts'
import { rateLimit } from './rate-limits.ts'

export function registerGuards(app: Hono, context: AuthContext): void {
  const { rateLimits, captcha } = context.settings
  app.use('*', withClientHeaders(context))
  app.on('POST', '*', withCleanup(context))
  if (rateLimits) {
    for (const [call, rules] of Map.groupBy(rateLimitRules, (rule) => rule.call)) {
      const [method = '', path = ''] = call.split(' ')
      app.on(method, path, rateLimit(context, rules))
    }
  }
  if (captcha) {
    for (const path of captchaEndpoints) app.on('POST', path, requireCaptcha(context, captcha))
  }
}

/**
 * Sets the Retry-After header after a RateLimitError, and the device cookie of a new trusted
 * device.
 */
function withClientHeaders(context: AuthContext): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    if (c.error instanceof RateLimitError) headers.set('Retry-After', String(c.error.seconds))
    const cookie = deviceCookie(context, c.req.raw.headers)
    if (cookie) headers.append('Set-Cookie', cookie)
  }
}
