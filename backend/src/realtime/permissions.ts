import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'

type Permission =
  'read broadcast' | 'read presence' | 'write broadcast' | 'write presence' | 'write persistence'

export type Granted = ReadonlySet<Permission>

/**
 * Permissions of all clients on public channels, which have no policies. Messages of public
 * channels are never stored.
 */
export const publicPermissions: Granted = new Set<Permission>([
  'read broadcast',
  'read presence',
  'write broadcast',
  'write presence',
])

/**
 * Milliseconds for which permissions are cached, so that many simultaneous reconnects share one
 * query.
 */
const cacheMs = 2_000

/** Caches the permissions that the policies on `realtime.messages` grant on private topics. */
export class Permissions {
  readonly #database: Database
  readonly #cache = new Map<string, { at: number; granted: Promise<Granted> }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns a caller's permissions on a private topic. Rejects if the query fails. */
  of(caller: Caller, topic: string): Promise<Granted> {
    const now = Date.now()
    for (const [key, { at }] of this.#cache) {
      // Stops at the first cache entry that is still valid, because entries are ordered by age.
      if (now - at < cacheMs) break
      this.#cache.delete(key)
    }
    const key = JSON.stringify([topic, caller.claimsJson])
    const known = this.#cache.get(key)
    if (known) return known.granted
    const granted = this.#load(caller, topic)
    this.#cache.set(key, { at: now, granted })
    granted.catch(() => this.#cache.delete(key))
    return granted
  }

  async #load(caller: Caller, topic: string): Promise<Granted> {
    // PostgreSQL cannot store a NUL character, so no policy can permit such a topic.
    if (topic.includes('\0')) return new Set()
    const [rows] = await this.#database.batchAsCaller(caller, [
      {
        text: 'select unnest(realtime_internal.permissions($1))',
        values: [topic],
      },
    ])
    return new Set(rows?.map(([name]) => String(name) as Permission))
  }
}
