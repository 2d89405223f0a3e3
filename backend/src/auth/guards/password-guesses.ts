import { peek, take } from '#backend/auth/allowances.ts'
import { audit } from '#backend/auth/audit.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { deviceMark } from './device-cookie.ts'
import { acquaintanceOf } from './known-devices.ts'
import { callerOf, digestOf } from './request-facts.ts'
import { TooManyError } from './too-many.ts'

const hour = 3600
const day = 86_400

/** Whose failure stands in the log where there is no account. */
const nobody = {
  id: '00000000-0000-0000-0000-000000000000',
  email: null,
  phone: null,
  is_anonymous: false,
}

/** A try of an account's password. */
export type Guess = {
  /** Right before it is looked at. Throws TooManyError where too many were wrong. */
  before(): Promise<void>
  wrong(): Promise<void>
  /** Those before it from the same place were no guesses. */
  wasRight(): Promise<void>
}

/**
 * Counts wrong passwords; `user` is undefined where there is no such account, which counts just the
 * same. Who guesses runs out of tries wherever they guess from, and cannot use up the owner's: a browser
 * in which they have signed in before has tries of its own, and from an address where they have, only
 * those from there count. Throws TooManyError.
 */
export async function passwordGuess(
  world: AuthWorld,
  headers: Headers,
  identifier: string,
  user: UserRow | undefined,
): Promise<Guess> {
  const counters = world.config.auth.rateLimits
    ? await countersOf(world, headers, identifier, user)
    : []
  const before = async () => {
    for (const { key, allowance } of counters) {
      const wait = await peek(world.sql, key, allowance)
      if (wait > 0) throw new TooManyError(wait)
    }
  }
  // Now, so that the refused take no place in the queue of hashing; and again when their turn has come.
  await before()
  return {
    before,
    wrong: async () => {
      for (const { key, allowance } of counters) await take(world.sql, key, allowance)
      await audit(world.sql, user ?? nobody, 'login_failed', headers, { method: 'password' })
    },
    wasRight: async () => {
      const [ofPlace] = counters
      if (!ofPlace) return
      await world.sql`delete from auth_internal.allowances where key = ${ofPlace.key}`
    },
  }
}

/** The one of the place first. */
async function countersOf(
  world: AuthWorld,
  headers: Headers,
  identifier: string,
  user: UserRow | undefined,
) {
  const account = `password ${digestOf(identifier.trim().toLowerCase())}`
  const known = await acquaintanceOf(world.sql, world, user?.id ?? nobody.id, headers)
  const place =
    known === 'device' ? `browser ${deviceMark(world, headers)}` : `at ${callerOf(headers)}`
  const { fromOnePlace, fromEverywhere } = world.config.auth.wrongPasswords
  const ofPlace = {
    key: `${account} ${digestOf(place)}`,
    allowance: { times: fromOnePlace, seconds: hour },
  }
  const ofAccount = { key: account, allowance: { times: fromEverywhere, seconds: day } }
  if (known !== 'none') return [ofPlace]
  return callerOf(headers) === null ? [ofAccount] : [ofPlace, ofAccount]
}
