import {
  peekStatement,
  take,
  usedSeconds,
  waitOf,
  type Allowance,
} from '#backend/auth/allowances.ts'
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
  const counts = world.config.auth.rateLimits
    ? await countsOf(world, headers, identifier, user)
    : { counters: [], used: new Map<string, number>() }
  const { counters } = counts
  let { used } = counts
  // Now, so that the refused take no place in the queue of hashing; and again when their turn has come.
  refuseUsedUp(counters, used)
  return {
    before: async () => {
      if (counters.length === 0) return
      const statement = peekStatement(counters.map(({ key }) => key))
      used = usedSeconds(await world.database.queryAsOwner(statement))
      refuseUsedUp(counters, used)
    },
    wrong: async () => {
      for (const { key, allowance } of counters) await take(world.sql, key, allowance)
      await audit(world.sql, user ?? nobody, 'login_failed', headers, { method: 'password' })
    },
    wasRight: async () => {
      const [ofPlace] = counters
      if (!ofPlace || !used.has(ofPlace.key)) return
      await world.sql`delete from auth_internal.allowances where key = ${ofPlace.key}`
    },
  }
}

type Counter = { key: string; allowance: Allowance }

function refuseUsedUp(counters: readonly Counter[], used: ReadonlyMap<string, number>): void {
  for (const { key, allowance } of counters) {
    const wait = waitOf(allowance, used.get(key) ?? 0)
    if (wait > 0) throw new TooManyError(wait)
  }
}

/** The counters of a guess, the one of the place first, and how far each is used up. */
async function countsOf(
  world: AuthWorld,
  headers: Headers,
  identifier: string,
  user: UserRow | undefined,
): Promise<{ counters: Counter[]; used: Map<string, number> }> {
  const account = `password ${digestOf(identifier.trim().toLowerCase())}`
  const { fromOnePlace, fromEverywhere } = world.config.auth.wrongPasswords
  const counterOf = (place: string): Counter => ({
    key: `${account} ${digestOf(place)}`,
    allowance: { times: fromOnePlace, seconds: hour },
  })
  const ofBrowser = counterOf(`browser ${deviceMark(world, headers)}`)
  const ofCaller = counterOf(`at ${callerOf(headers)}`)
  const ofAccount = { key: account, allowance: { times: fromEverywhere, seconds: day } }

  const acquaintance = acquaintanceOf(world, user?.id ?? nobody.id, headers)
  const [known = [], rows = []] = await world.database.batchAsOwner([
    acquaintance.statement,
    peekStatement([ofBrowser.key, ofCaller.key, ofAccount.key]),
  ])
  const counters = {
    device: [ofBrowser],
    address: [ofCaller],
    none: callerOf(headers) === null ? [ofAccount] : [ofCaller, ofAccount],
  }
  return { counters: counters[acquaintance.read(known)], used: usedSeconds(rows) }
}
