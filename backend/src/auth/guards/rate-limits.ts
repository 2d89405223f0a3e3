import type { MiddlewareHandler } from 'hono'
import type { Queryable } from '#backend/platform/database.ts'
import { spend, take, type Allowance } from '#backend/auth/allowances.ts'
import { isLoopback } from '#backend/auth/redirects.ts'
import { addressOf } from '#backend/auth/origin.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { loopbackFactor, type Rule } from './policy.ts'
import { callerOf, digestOf, factsOf, type RequestFacts } from './request-facts.ts'
import { TooManyError } from './too-many.ts'

/** Counts a request under the rules of its call, whatever becomes of it. Throws TooManyError. */
export function limited(world: AuthWorld, rules: readonly Rule[]): MiddlewareHandler {
  const { auth } = world.config
  const takePacked = createPacks(world.sql)
  return async (c, next) => {
    const { headers } = c.req.raw
    const facts = await factsOf(c.req)
    for (const rule of rules) {
      if (rule.when && !rule.when(facts, auth)) continue
      const whose = rule.by === 'caller' ? callerOf(headers) : facts.account
      if (whose === null) continue
      const factor = rule.by === 'caller' ? factorOf(headers) : 1
      const times = auth.limits[rule.limit] * factor
      const wait = await takePacked(keyOf(rule, facts, whose), { times, seconds: rule.seconds })
      if (wait > 0) throw new TooManyError(wait, codeOf(rule))
    }
    await next()
  }
}

/**
 * Counts a text that somebody signed in has sent, by where they call from: accounts are made for
 * nothing, and numbers are many. What is asked for without a session is counted by the policy, whether
 * or not a text goes out. Throws TooManyError.
 */
export async function spendCallersText(world: AuthWorld, headers: Headers): Promise<void> {
  const { rateLimits, limits } = world.config.auth
  const caller = callerOf(headers)
  if (!rateLimits || caller === null) return
  const allowance = { times: limits.smsSent * factorOf(headers), seconds: 3600 }
  const key = `texts from:${digestOf(caller)}`
  await spend(world.sql, key, allowance, 'over_sms_send_rate_limit')
}

function factorOf(headers: Headers): number {
  return isLoopback(addressOf(headers) ?? '') ? loopbackFactor : 1
}

function keyOf(rule: Rule, { grant }: RequestFacts, whose: string): string {
  return `${rule.call} ${grant ?? ''} ${rule.limit} ${rule.by} ${digestOf(whose)}`
}

function codeOf({ sends, limit }: Rule): string {
  if (!sends) return 'over_request_rate_limit'
  return limit === 'smsSent' ? 'over_sms_send_rate_limit' : 'over_email_send_rate_limit'
}

/** Seconds for which what was taken in advance may be used. */
const packLife = 10
const mostPacks = 10_000

/**
 * Takes from an allowance a fiftieth at a time, and hands that out within this process: somebody who
 * refreshes many sessions costs the database a statement now and then. A small allowance is taken one
 * by one.
 */
function createPacks(sql: Queryable) {
  const packs = new Map<string, { left: number; until: number }>()
  const underWay = new Map<string, Promise<number>>()

  const fetchPack = async (key: string, { times, seconds }: Allowance): Promise<number> => {
    const size = Math.max(1, Math.floor(times / 50))
    const wait = await take(sql, key, { times: Math.max(1, Math.floor(times / size)), seconds })
    if (wait > 0) return wait
    if (packs.size >= mostPacks) packs.clear()
    packs.set(key, { left: size, until: Date.now() + packLife * 1000 })
    return 0
  }

  return async function takePacked(key: string, allowance: Allowance): Promise<number> {
    for (;;) {
      const pack = packs.get(key)
      if (pack && pack.until > Date.now()) {
        pack.left -= 1
        if (pack.left === 0) packs.delete(key)
        return 0
      }
      // Whoever comes while a pack is fetched waits for it, rather than take another.
      let fetching = underWay.get(key)
      if (!fetching) {
        fetching = fetchPack(key, allowance).finally(() => underWay.delete(key))
        underWay.set(key, fetching)
      }
      const wait = await fetching
      if (wait > 0) return wait
    }
  }
}
