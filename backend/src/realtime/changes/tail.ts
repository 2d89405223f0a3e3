import type { Database } from '#backend/platform/database.ts'
import { writePosition } from './log-position.ts'
import { isRefusal } from './refusal.ts'
import { tailName } from './slots.ts'

const keptMs = 60_000

/** Moves the slot that stays along, a minute behind, and drops it when nobody needs the past. */
export class Tail {
  readonly #database: Database
  /** Where the log was at which time, the oldest first. */
  #marks: { at: number; position: bigint }[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** `position` is where the feed is, null while it is closed. */
  async tidy(position: bigint | null): Promise<void> {
    const now = Date.now()
    if (position !== null && position !== this.#marks.at(-1)?.position) {
      this.#marks.push({ at: now, position })
    }
    const [row] = await this.#database.queryAsOwner({
      text: 'select realtime_internal.delete_expired_subscriptions()',
      values: [],
    })
    const isNeeded = position !== null || row?.[0]?.toString() === 't'
    if (!isNeeded) {
      this.#marks = []
      return this.#call(`select pg_drop_replication_slot(slot_name) from pg_replication_slots
        where slot_name = ${tailName} and not active`)
    }
    const old = this.#marks.findLast(({ at }) => at <= now - keptMs)
    if (!old) return
    this.#marks = this.#marks.filter(({ at }) => at > old.at)
    await this
      .#call(`select pg_replication_slot_advance(slot_name, '${writePosition(old.position)}')
      from pg_replication_slots
      where slot_name = ${tailName} and not active
        and confirmed_flush_lsn < '${writePosition(old.position)}'`)
  }

  /** Another process may be at it at the same time; then it is done. */
  async #call(text: string): Promise<void> {
    try {
      await this.#database.queryAsOwner({ text, values: [] })
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}
