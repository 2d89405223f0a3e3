import { audit } from '#backend/auth/core/audit.ts'
import { isServiceRole } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { RateLimitError } from '#backend/auth/core/errors.ts'
import {
  type RateLimit,
  consume,
  usageByKey,
  usageStatement,
  waitSeconds,
} from '#backend/auth/core/rate-limits.ts'
import { digest } from '#backend/auth/core/request-origin.ts'
import { clientNetworkOf } from '#backend/platform/client-network.ts'
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

const unknownUser = {
  id: '00000000-0000-0000-0000-000000000000',
  email: null,
  phone: null,
  is_anonymous: false,
}

/**
 * Per account: the number of password checks in flight, and whether two checks have overlapped
 * since the number was last 0.
 */
const inFlight = new Map<string, { open: number; overlapped: boolean }>()

/**
 * Returns the account if the password is correct. Counts failed attempts, including those for
 * unknown accounts. Each trusted device or network has its own counter, so that an attacker cannot
 * lock out the owner. Other clients share the counters of their network and of the account. Throws
 * RateLimitError (429) if a counter is exhausted.
 */
export async function verifyPassword(
  context: AuthContext,
  headers: Headers,
  { identifier, which, password }: { identifier: string; which: UserCondition; password: string },
): Promise<UserRow | undefined> {
  const account = `password ${digest(identifier.trim().toLowerCase())}`
  const checks = inFlight.get(account) ?? { open: 0, overlapped: false }
  inFlight.set(account, checks)
  checks.open += 1
  checks.overlapped ||= checks.open > 1
  const found = loadAttempt(context, headers, account, which)
  // Aborts a rate-limited request, so that it leaves the queue for password hashing immediately.
  const abandoned = new AbortController()
  found.catch((cause: unknown) => abandoned.abort(cause))
  try {
    const isRight = await context.passwords.verifyInTurn(password, {
      signal: abandoned.signal,
      begin: async () => {
        const { user, counters } = await found
        // Reads the failed attempt counters again if a concurrent check may have increased them.
        if (counters.length > 0 && checks.overlapped) {
          const statement = usageStatement(counters.map(({ key }) => key))
          throwIfExhausted(counters, usageByKey(await context.query(statement)))
        }
        return user?.encrypted_password
      },
      wrong: async () => {
        const { user, counters } = await found
        for (const { key, limit } of counters) await consume(context.sql, key, limit)
        await audit(context.sql, user ?? unknownUser, 'login_failed', headers, {
          method: 'password',
        })
      },
    })
    if (!isRight) return undefined
    const { user, counters, used } = await found
    const [mostSpecific] = counters
    // A correct password resets only the most specific counter.
    if (mostSpecific && (checks.overlapped || used.has(mostSpecific.key))) {
      await context.sql`delete from auth_internal.rate_limits where key = ${mostSpecific.key}`
    }
    return user
  } finally {
    checks.open -= 1
    if (checks.open === 0) inFlight.delete(account)
  }
}

type Counter = { key: string; limit: RateLimit }

function throwIfExhausted(counters: readonly Counter[], used: ReadonlyMap<string, number>): void {
  for (const { key, limit } of counters) {
    const wait = waitSeconds(limit, used.get(key) ?? 0)
    if (wait > 0) throw new RateLimitError(wait)
  }
}

/** Loads the account and its failed attempt counters, most specific counter first. */
async function loadAttempt(
  context: AuthContext,
  headers: Headers,
  account: string,
  which: UserCondition,
) {
  const { wrongPasswords, rateLimits } = context.settings
  // Does not count failed attempts with the service role key. The server that holds the key must
  // limit the attempts.
  if (!rateLimits || isServiceRole(context, headers)) {
    const user = userFromRows(await context.query(userStatement(which)))
    return { user, counters: [], used: new Map<string, number>() }
  }
  const counterOf = (source: string): Counter => ({
    key: `${account} ${digest(source)}`,
    limit: { times: wrongPasswords.fromOnePlace, seconds: hour },
  })
  const ofBrowser = counterOf(`browser ${deviceToken(context, headers)}`)
  const ofCaller = counterOf(`at ${clientNetworkOf(headers)}`)
  const ofAccount = {
    key: account,
    limit: { times: wrongPasswords.fromEverywhere, seconds: day },
  }
  const [userRows = [], known = [], taken = []] = await context.batch([
    userStatement(which),
    trustedDevicesStatement(which),
    usageStatement([ofBrowser.key, ofCaller.key, ofAccount.key]),
  ])
  const user = userFromRows(userRows)
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
