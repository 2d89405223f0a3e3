import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { formatLsn, parseLsn } from './replication-stream.ts'

/** Delay in milliseconds for which subscription updates are collected before they are written. */
const batchDelayMs = 10

type AddedSubscription = { number: number; fingerprint: string; ref: number }
type UpdatedSubscription = {
  number: number
  ref: number
  position: bigint | null
  is_disconnected: boolean
}
type SubscriptionDelta = {
  removed: number[]
  updated: UpdatedSubscription[]
  added: AddedSubscription[]
}

/** WAL positions from which a new subscription receives changes. */
type StartPosition = {
  /** WAL position after which a reconnecting client missed changes, or null for a new client. */
  missedSince: bigint | null
  /** End of the WAL when the subscription was created. */
  from: bigint
}

const emptyDelta = (): SubscriptionDelta => ({ removed: [], updated: [], added: [] })

/** Stores acknowledged WAL positions, so that clients can reconnect to any process. */
export class SubscriptionStore {
  readonly #database: Database
  readonly #process: string
  readonly #log: Log
  #delta = emptyDelta()
  #position = 0n
  #lastNumber = 0
  #writing: Promise<void> | null = null
  readonly #waiting = new Map<number, (start: StartPosition) => void>()
  readonly #held = new Map<number, AddedSubscription>()
  /** Whether the database may have lost rows. If so, the next write contains all subscriptions. */
  #mustSaveAll = false
  #isClosed = false

  constructor(database: Database, process: string, log: Log) {
    this.#database = database
    this.#process = process
    this.#log = log
  }

  /**
   * Adds a subscription. `ref` is the message ref of the join. Subscriptions with the same
   * fingerprint and a lower ref belong to older connections of the client. The client receives the
   * changes that those connections missed.
   */
  add(fingerprint: string, ref: number): { number: number; start: Promise<StartPosition> } {
    const subscription = { number: ++this.#lastNumber, fingerprint, ref }
    const start = new Promise<StartPosition>((resolve) =>
      this.#waiting.set(subscription.number, resolve),
    )
    this.#held.set(subscription.number, subscription)
    this.#delta.added.push(subscription)
    this.#write()
    return { number: subscription.number, start }
  }

  /**
   * Removes a subscription without saving a WAL position, because the client will not resume it.
   */
  remove(number: number): void {
    if (!this.#held.delete(number)) return
    this.#delta.removed.push(number)
    this.#write()
  }

  /** Records that a client has disconnected, and the WAL position that it had acknowledged. */
  markDisconnected(number: number, ref: number, position: bigint): void {
    if (!this.#held.delete(number)) return
    this.#delta.updated.push({ number, ref, position, is_disconnected: true })
    this.#write()
  }

  /**
   * Records the WAL position of a client that stopped replying, or null when the client replies
   * again.
   */
  markUnconfirmed(number: number, ref: number, position: bigint | null): void {
    this.#delta.updated.push({ number, ref, position, is_disconnected: false })
    this.#write()
  }

  /**
   * Records the WAL position up to which all clients have acknowledged changes. Ignores unconfirmed
   * clients, whose positions `markUnconfirmed` records.
   */
  acknowledge(position: bigint): void {
    if (position === this.#position) return
    this.#position = position
    if (this.#held.size > 0) this.#write()
  }

  /** Writes all subscriptions again, because a crash of PostgreSQL empties unlogged tables. */
  saveAll(): void {
    if (this.#held.size === 0) return
    this.#mustSaveAll = true
    this.#write()
  }

  /** Resolves when all subscription updates are written. Ignores later updates. */
  async close(): Promise<void> {
    while (this.#writing) await this.#writing
    this.#isClosed = true
  }

  #write(): void {
    if (this.#isClosed) return
    this.#writing ??= this.#writeAll()
  }

  async #writeAll(): Promise<void> {
    do {
      await sleep(batchDelayMs)
      const delta = this.#delta
      this.#delta = emptyDelta()
      await this.#save(delta)
    } while (hasUpdates(this.#delta))
    this.#writing = null
  }

  async #save(delta: SubscriptionDelta): Promise<void> {
    const addedNow = new Set(delta.added.map(({ number }) => number))
    const restored = this.#mustSaveAll
      ? [...this.#held.values()].filter(({ number }) => !addedNow.has(number))
      : []
    this.#mustSaveAll = false
    const starts = new Map<number, StartPosition>()
    try {
      const rows = await this.#database.queryAsOwner({
        text: 'select number, missed_since, from_position from realtime_internal.save_subscriptions($1, $2::pg_lsn, $3::jsonb)',
        values: [this.#process, formatLsn(this.#position), toJson({ ...delta, restored })],
      })
      for (const [number, missedSince, from] of rows) {
        starts.set(Number(number), {
          missedSince: missedSince ? parseLsn(missedSince.toString()) : null,
          from: parseLsn(from?.toString() ?? '0/0'),
        })
      }
    } catch (error) {
      this.#log.error('failed to save subscriptions; all are saved again later', error)
      this.#mustSaveAll = true
    }
    for (const { number } of delta.added) {
      this.#waiting.get(number)?.(starts.get(number) ?? { missedSince: null, from: 0n })
      this.#waiting.delete(number)
    }
  }
}

function hasUpdates({ removed, updated, added }: SubscriptionDelta): boolean {
  return removed.length + updated.length + added.length > 0
}

function toJson(delta: SubscriptionDelta & { restored: AddedSubscription[] }): string {
  return JSON.stringify(delta, (_, value: unknown) =>
    typeof value === 'bigint' ? formatLsn(value) : value,
  )
}
