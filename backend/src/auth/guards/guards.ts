import type { Hono } from 'hono'
import type { AuthWorld } from '#backend/auth/world.ts'
import { sealed } from './answers.ts'
import { captchaCalls, provenHuman } from './captcha.ts'
import { policy, type Rule } from './policy.ts'
import { limited } from './rate-limits.ts'
import { sweeping } from './sweep.ts'

/** What stands before the endpoints: how answers travel, how often one may ask, and whether a person asks. */
export function registerGuards(app: Hono, world: AuthWorld): void {
  const { rateLimits, captcha } = world.config.auth
  app.use('*', sealed(world))
  app.on('POST', '*', sweeping(world))
  if (rateLimits) {
    for (const [call, rules] of byCall(policy)) {
      const [method = '', path = ''] = call.split(' ')
      app.on(method, path, limited(world, rules))
    }
  }
  if (captcha) {
    for (const path of captchaCalls) app.on('POST', path, provenHuman(world, captcha))
  }
}

function byCall(rules: readonly Rule[]): Map<string, Rule[]> {
  return Map.groupBy(rules, ({ call }) => call)
}
