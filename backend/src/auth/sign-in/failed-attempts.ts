import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { RateLimitError } from '#backend/auth/core/errors.ts'
import {
  type RateLimit,
  consume,
  usageByKey,
  usageStatement,
  waitSeconds,
} from '#backend/auth/core/rate-limits.ts'
import { clientNetworkOf, digest } from '#backend/auth/core/request-origin.ts'
import {
  deviceToken,
  deviceTrustOf,
  trustedDevicesStatement,
} from '#backend/auth/core/trusted-devices.ts'
import {
  type UserCondition,
  type UserRow,
  userFromRows,
  userStatement,
} from '#backend/auth/core/users.ts'

const hour = 3600

const day = 86_400

/** Whose failure stands in the log where there is no account. */
const unknownUser = {
  id: '00000000-0000-0000-0000-000000000000',
  email: null,
  phone: null,
  is_anonymous: false,
}

/**
 * Accounts of which passwords are being looked at in this process, as they stand in keys: how many, and
 * whether there were several at once since there was none.
 */
const inFlight = new Map<string, { open: number; overlapped: boolean }>()

/**
 * The account of `identifier` if `password` is its own, undefined if not. Wrong ones are counted, where
 * there is no such account just the same. Who guesses runs out of tries wherever they guess from, and
 * cannot use up the owner's: a browser in which they have signed in before has tries of its own, and from
 * an address where they have, only those from there count. Throws TooManyError.
 */
export async function verifyPassword(
  context: AuthContext,
  headers: Headers,
  { identifier, which, password }: { identifier: string; which: UserCondition; password: string },
): Promise<UserRow | undefined> {
  const account = `password ${digest(identifier.trim().toLowerCase())}`
  const guesses = inFlight.get(account) ?? { open: 0, overlapped: false }
  inFlight.set(account, guesses)
  guesses.open += 1
  guesses.overlapped ||= guesses.open > 1
  const found = loadAttempt(context, headers, account, which)
  // The refused leave the queue of hashing at once.
  const leaving = new AbortController()
  found.catch((cause: unknown) => leaving.abort(cause))
  try {
    const isRight = await context.passwords.verifyInTurn(password, {
      signal: leaving.signal,
      begin: async () => {
        const { user, counters } = await found
        // Again, where others were looked at meanwhile. Those in other processes are seen at the next
        // try: there may be one too many for each process.
        if (counters.length > 0 && guesses.overlapped) {
          const statement = usageStatement(counters.map(({ key }) => key))
          throwIfExhausted(counters, usageByKey(await context.query(statement)))
        }
        return user?.encrypted_password
      },
      wrong: async () => {
        const { user, counters } = await found
        for (const { key, allowance } of counters) await consume(context.sql, key, allowance)
        await audit(context.sql, user ?? unknownUser, 'login_failed', headers, {
          method: 'password',
        })
      },
    })
    if (!isRight) return undefined
    const { user, counters, used } = await found
    const [ofPlace] = counters
    // Those before it from the same place were no guesses.
    if (ofPlace && (guesses.overlapped || used.has(ofPlace.key))) {
      await context.sql`delete from auth_internal.rate_limits where key = ${ofPlace.key}`
    }
    return user
  } finally {
    guesses.open -= 1
    if (guesses.open === 0) inFlight.delete(account)
  }
}

type Counter = { key: string; allowance: RateLimit }

function throwIfExhausted(counters: readonly Counter[], used: ReadonlyMap<string, number>): void {
  for (const { key, allowance } of counters) {
    const wait = waitSeconds(allowance, used.get(key) ?? 0)
    if (wait > 0) throw new RateLimitError(wait)
  }
}

/**
 * The account, and the counters of a guess at it, the one of the place first, with how far each is used
 * up. Throws TooManyError.
 */
async function loadAttempt(
  context: AuthContext,
  headers: Headers,
  account: string,
  which: UserCondition,
) {
  const { wrongPasswords, rateLimits } = context.settings
  if (!rateLimits) {
    const user = userFromRows(await context.query(userStatement(which)))
    return { user, counters: [], used: new Map<string, number>() }
  }
  const counterOf = (place: string): Counter => ({
    key: `${account} ${digest(place)}`,
    allowance: { times: wrongPasswords.fromOnePlace, seconds: hour },
  })
  const ofBrowser = counterOf(`browser ${deviceToken(context, headers)}`)
  const ofCaller = counterOf(`at ${clientNetworkOf(headers)}`)
  const ofAccount = {
    key: account,
    allowance: { times: wrongPasswords.fromEverywhere, seconds: day },
  }
  const [person = [], known = [], taken = []] = await context.batch([
    userStatement(which),
    trustedDevicesStatement(which),
    usageStatement([ofBrowser.key, ofCaller.key, ofAccount.key]),
  ])
  const user = userFromRows(person)
  const countersOf = {
    device: [ofBrowser],
    address: [ofCaller],
    none: clientNetworkOf(headers) === null ? [ofAccount] : [ofCaller, ofAccount],
  }
  const counters = countersOf[deviceTrustOf(context, user?.id ?? unknownUser.id, headers, known)]
  const used = usageByKey(taken)
  throwIfExhausted(counters, used)
  return { user, counters, used }
}
