import type { Caller } from '#backend/platform/caller.ts'

/** Answers quicker than this cost nobody anything. */
const quickMs = 50
/** What slow answers to one caller may take together. */
const limitMs = 2_000
const windowMs = 30_000
const keptCallers = 1_000

/**
 * How long others may be kept waiting by the filters of one caller: changes are told to all in one
 * order, so a thousand slow patterns of one would hold up everybody.
 */
export class Patience {
  readonly #spent = new Map<string, { ms: number; until: number }>()

  /** Whether the slow answers of late were too many; it is forgiven after half a minute. */
  isUsedUp({ claimsJson }: Caller, now = Date.now()): boolean {
    const spent = this.#spent.get(claimsJson)
    return spent !== undefined && spent.until > now && spent.ms >= limitMs
  }

  spend({ claimsJson }: Caller, ms: number, now = Date.now()): void {
    if (ms < quickMs) return
    const spent = this.#spent.get(claimsJson)
    if (spent && spent.until > now) spent.ms += ms
    else {
      if (this.#spent.size >= keptCallers) this.#spent.clear()
      this.#spent.set(claimsJson, { ms, until: now + windowMs })
    }
  }
}
