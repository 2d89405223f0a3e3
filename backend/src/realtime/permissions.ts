import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'

type Permission =
  'read broadcast' | 'read presence' | 'write broadcast' | 'write presence' | 'write persistence'

export type Granted = ReadonlySet<Permission>

/** On public channels nobody is asked; nothing of them is stored. */
export const publicPermissions: Granted = new Set<Permission>([
  'read broadcast',
  'read presence',
  'write broadcast',
  'write presence',
])

/** So long those who come with the same claims share an answer, as when all come back at once. */
const sharedMs = 2_000

/**
 * What the policies of `realtime.messages` let a caller do on a private topic. A channel keeps the
 * answer for the life of its token; whoever joins anew is asked about anew.
 */
export class Permissions {
  readonly #database: Database
  readonly #asked = new Map<string, { at: number; granted: Promise<Granted> }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Rejects with what the database says when it does not answer. */
  of(caller: Caller, topic: string): Promise<Granted> {
    const now = Date.now()
    for (const [key, { at }] of this.#asked) {
      // The oldest come first.
      if (now - at < sharedMs) break
      this.#asked.delete(key)
    }
    const key = JSON.stringify([topic, caller.claimsJson])
    const known = this.#asked.get(key)
    if (known) return known.granted
    const granted = this.#ask(caller, topic)
    this.#asked.set(key, { at: now, granted })
    granted.catch(() => this.#asked.delete(key))
    return granted
  }

  async #ask(caller: Caller, topic: string): Promise<Granted> {
    const [rows] = await this.#database.batchAsCaller(caller, [
      {
        text: 'select unnest(realtime_internal.permissions($1))',
        values: [topic],
      },
    ])
    return new Set(rows?.map(([name]) => String(name) as Permission))
  }
}
