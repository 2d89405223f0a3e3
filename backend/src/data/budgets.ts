import type { BudgetConfig } from '#backend/config/config.ts'
import type { Caller } from '#backend/platform/caller.ts'
import { clientNetworkOf } from '#backend/platform/client-network.ts'
import type { CallerPool } from '#backend/platform/database.ts'
import { createKeyedLimiter, TooBusyError } from '#backend/platform/limiter.ts'
import type { Condition, Read } from './request/query.ts'
import { ApiError, tooManyStatements } from './respond/errors.ts'

/** Limits on the SQL statements of a request to the data API. */
export type Budget = {
  /** Maximum size of a response body in bytes, or null for no limit. */
  maxBytes: number | null
  /** Whether patterns may contain back-references, which PostgreSQL may need hours to match. */
  backReferences: boolean
  pool: CallerPool
  /**
   * Runs a statement when its user, or the network of an anonymous client, has a free slot. Throws
   * ApiError 429 if no slot becomes free in time.
   */
  limited<T>(work: () => Promise<T>): Promise<T>
}

const unlimited: Budget = {
  maxBytes: null,
  backReferences: true,
  pool: 'callers',
  limited: (work) => work(),
}

const maxWaiting = 500

/**
 * Creates the function that returns a request's budget. Each process counts only its own
 * statements.
 */
export function createBudgets({ visitors, users, waitMs, backReferences }: BudgetConfig) {
  const limitVisitor = limiter(visitors.concurrentStatements, waitMs)
  const limitUser = limiter(users.concurrentStatements, waitMs)

  return function budgetOf(caller: Caller, headers: Headers, isPage: boolean): Budget {
    if (isPage) return { ...unlimited, pool: 'pages' }
    if (caller.role === 'service_role') return unlimited
    const isVisitor = caller.role === 'anon'
    const limit = isVisitor ? limitVisitor : limitUser
    const key = caller.userId ?? addressOf(headers)
    return {
      maxBytes: (isVisitor ? visitors : users).responseBytes || null,
      backReferences,
      pool: isVisitor ? 'visitors' : 'callers',
      // Does not limit anonymous requests of edge functions, which have no client address.
      limited: (work) => (key === null ? work() : limit(key, work)),
    }
  }
}

function limiter(concurrency: number, waitMs: number) {
  const limited = createKeyedLimiter(concurrency || Infinity, maxWaiting, waitMs)
  return <T>(key: string, work: () => Promise<T>): Promise<T> =>
    limited(key, work).catch((error: unknown) => {
      throw error instanceof TooBusyError ? tooManyStatements() : error
    })
}

/** Returns the client network to which a limit applies. Invalid addresses share one network. */
function addressOf(headers: Headers): string | null {
  return clientNetworkOf(headers) ?? (headers.has('x-forwarded-for') ? 'unknown' : null)
}

/** Throws ApiError PGRST100 for back-references, which PostgreSQL may need hours to match. */
export function refuseBackReferences({ where, select }: Read): void {
  where.forEach(checkCondition)
  for (const item of select) if (item.kind === 'embed') refuseBackReferences(item.read)
}

function checkCondition(condition: Condition): void {
  if (condition.kind === 'logic') return condition.conditions.forEach(checkCondition)
  const { operation } = condition
  if (operation.kind !== 'compare') return
  const { operator, quantifier, value } = operation
  if (operator !== 'match' && operator !== 'imatch') return
  // With `any` and `all`, the patterns are in an array literal, which may escape backslashes.
  const backReference = quantifier ? /\\[1-9]/ : /^(?:[^\\]|\\[^1-9])*\\[1-9]/
  if (!backReference.test(value)) return
  throw new ApiError(400, 'PGRST100', 'Patterns must not contain back-references', {
    details: `The value of "${operator}" refers back to a group with a backslash and a digit.`,
    hint: 'Write the pattern without a backslash before a digit.',
  })
}
