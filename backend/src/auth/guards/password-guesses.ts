import {
  peekStatement,
  take,
  usedSeconds,
  waitOf,
  type Allowance,
} from '#backend/auth/allowances.ts'
import { audit } from '#backend/auth/audit.ts'
import { userOf, userStatement, type UserRow, type Which } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { deviceMark } from './device-cookie.ts'
import { acquaintanceOf, knownDevicesStatement } from './known-devices.ts'
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

/**
 * Accounts of which passwords are being looked at in this process, as they stand in keys: how many, and
 * whether there were several at once since there was none.
 */
const underWay = new Map<string, { open: number; overlapped: boolean }>()

/**
 * The account of `identifier` if `password` is its own, undefined if not. Wrong ones are counted, where
 * there is no such account just the same. Who guesses runs out of tries wherever they guess from, and
 * cannot use up the owner's: a browser in which they have signed in before has tries of its own, and from
 * an address where they have, only those from there count. Throws TooManyError.
 */
export async function tryPassword(
  world: AuthWorld,
  headers: Headers,
  { identifier, which, password }: { identifier: string; which: Which; password: string },
): Promise<UserRow | undefined> {
  const account = `password ${digestOf(identifier.trim().toLowerCase())}`
  const guesses = underWay.get(account) ?? { open: 0, overlapped: false }
  underWay.set(account, guesses)
  guesses.open += 1
  guesses.overlapped ||= guesses.open > 1
  const found = look(world, headers, account, which)
  // The refused leave the queue of hashing at once.
  const leaving = new AbortController()
  found.catch((cause: unknown) => leaving.abort(cause))
  try {
    const isRight = await world.passwords.verifyInTurn(password, {
      signal: leaving.signal,
      begin: async () => {
        const { user, counters } = await found
        // Again, where others were looked at meanwhile. Those in other processes are seen at the next
        // try: there may be one too many for each process.
        if (counters.length > 0 && guesses.overlapped) {
          const statement = peekStatement(counters.map(({ key }) => key))
          refuseUsedUp(counters, usedSeconds(await world.database.queryAsOwner(statement)))
        }
        return user?.encrypted_password
      },
      wrong: async () => {
        const { user, counters } = await found
        for (const { key, allowance } of counters) await take(world.sql, key, allowance)
        await audit(world.sql, user ?? nobody, 'login_failed', headers, { method: 'password' })
      },
    })
    if (!isRight) return undefined
    const { user, counters, used } = await found
    const [ofPlace] = counters
    // Those before it from the same place were no guesses.
    if (ofPlace && (guesses.overlapped || used.has(ofPlace.key))) {
      await world.sql`delete from auth_internal.rate_limits where key = ${ofPlace.key}`
    }
    return user
  } finally {
    guesses.open -= 1
    if (guesses.open === 0) underWay.delete(account)
  }
}

type Counter = { key: string; allowance: Allowance }

function refuseUsedUp(counters: readonly Counter[], used: ReadonlyMap<string, number>): void {
  for (const { key, allowance } of counters) {
    const wait = waitOf(allowance, used.get(key) ?? 0)
    if (wait > 0) throw new TooManyError(wait)
  }
}

/**
 * The account, and the counters of a guess at it, the one of the place first, with how far each is used
 * up. Throws TooManyError.
 */
async function look(world: AuthWorld, headers: Headers, account: string, which: Which) {
  const { wrongPasswords, rateLimits } = world.config.auth
  if (!rateLimits) {
    const user = userOf(await world.database.queryAsOwner(userStatement(which)))
    return { user, counters: [], used: new Map<string, number>() }
  }
  const counterOf = (place: string): Counter => ({
    key: `${account} ${digestOf(place)}`,
    allowance: { times: wrongPasswords.fromOnePlace, seconds: hour },
  })
  const ofBrowser = counterOf(`browser ${deviceMark(world, headers)}`)
  const ofCaller = counterOf(`at ${callerOf(headers)}`)
  const ofAccount = {
    key: account,
    allowance: { times: wrongPasswords.fromEverywhere, seconds: day },
  }
  const [person = [], known = [], taken = []] = await world.database.batchAsOwner([
    userStatement(which),
    knownDevicesStatement(which),
    peekStatement([ofBrowser.key, ofCaller.key, ofAccount.key]),
  ])
  const user = userOf(person)
  const countersOf = {
    device: [ofBrowser],
    address: [ofCaller],
    none: callerOf(headers) === null ? [ofAccount] : [ofCaller, ofAccount],
  }
  const counters = countersOf[acquaintanceOf(world, user?.id ?? nobody.id, headers, known)]
  const used = usedSeconds(taken)
  refuseUsedUp(counters, used)
  return { user, counters, used }
}
