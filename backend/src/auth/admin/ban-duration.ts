import { invalid } from '#backend/auth/errors.ts'
import { lastInstant } from '#backend/auth/users.ts'

const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/**
 * When a ban ends: unchanged when nothing is said, null for "none", never past what clients are told of.
 * Throws AuthError (400).
 */
export function banEnd(duration: string | null | undefined, current: Date | null): Date | null {
  if (!duration) return current
  if (duration === 'none') return null
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  }
  let total = 0
  for (const [, amount, unit] of duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)) {
    total += Number(amount) * unitMs[unit!]!
  }
  return new Date(Math.min(Date.now() + total, lastInstant.getTime()))
}
