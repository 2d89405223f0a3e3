import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { readPosition, writePosition } from './log-position.ts'

/** Words about seats wait this long for company. */
const gatherMs = 10

type Taken = { number: number; fingerprint: string; ref: number }
type Moved = { number: number; ref: number; position: bigint | null; is_disconnected: boolean }
type News = { gone: number[]; moved: Moved[]; taken: Taken[] }

/** Where in the log a client begins to hear. */
export type Place = {
  /** What comes after was missed; null for a new client. */
  since: bigint | null
  /** Where the log was when the seat was taken. */
  from: bigint
}

const nothing = (): News => ({ gone: [], moved: [], taken: [] })

/**
 * Keeps in the database which channels listen here and up to where each was served, so that a client
 * that comes back, to this process or another, is told what it has missed.
 */
export class Seats {
  readonly #database: Database
  readonly #process: string
  readonly #log: Log
  #news = nothing()
  #position = 0n
  #lastNumber = 0
  #writing: Promise<void> | null = null
  readonly #waiting = new Map<number, (place: Place) => void>()
  readonly #held = new Map<number, Taken>()
  /** The database may have forgotten them. */
  #mustRepeat = false
  #isClosed = false

  constructor(database: Database, process: string, log: Log) {
    this.#database = database
    this.#process = process
    this.#log = log
  }

  /** A seat for a client that uses number `ref`, and where it begins to hear. */
  take(fingerprint: string, ref: number): { number: number; place: Promise<Place> } {
    const seat = { number: ++this.#lastNumber, fingerprint, ref }
    const place = new Promise<Place>((resolve) => this.#waiting.set(seat.number, resolve))
    this.#held.set(seat.number, seat)
    this.#news.taken.push(seat)
    this.#write()
    return { number: seat.number, place }
  }

  /** The client has left of its own accord and will miss nothing. */
  leave(number: number): void {
    if (!this.#held.delete(number)) return
    this.#news.gone.push(number)
    this.#write()
  }

  /** The client was lost, having been served up to `position` for sure. */
  lose(number: number, ref: number, position: bigint): void {
    if (!this.#held.delete(number)) return
    this.#news.moved.push({ number, ref, position, is_disconnected: true })
    this.#write()
  }

  /** The client does not answer and was served up to `position`; null when it answers again. */
  doubt(number: number, ref: number, position: bigint | null): void {
    this.#news.moved.push({ number, ref, position, is_disconnected: false })
    this.#write()
  }

  /** All others were served up to here. */
  serve(position: bigint): void {
    if (position === this.#position) return
    this.#position = position
    if (this.#held.size > 0) this.#write()
  }

  /** Says everything again, as after the database was away. */
  repeat(): void {
    if (this.#held.size === 0) return
    this.#mustRepeat = true
    this.#write()
  }

  /** Resolves when all that was said is written; what is said later is not. */
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
      await sleep(gatherMs)
      const news = this.#news
      this.#news = nothing()
      await this.#send(news)
    } while (hasWords(this.#news))
    this.#writing = null
  }

  async #send(news: News): Promise<void> {
    const takenNow = new Set(news.taken.map(({ number }) => number))
    const kept = this.#mustRepeat
      ? [...this.#held.values()].filter(({ number }) => !takenNow.has(number))
      : []
    this.#mustRepeat = false
    const places = new Map<number, Place>()
    try {
      const rows = await this.#database.queryAsOwner({
        text: 'select number, missed_since, from_position from realtime_internal.save_subscriptions($1, $2::pg_lsn, $3::jsonb)',
        values: [this.#process, writePosition(this.#position), toJson({ ...news, kept })],
      })
      for (const [number, since, from] of rows) {
        places.set(Number(number), {
          since: since ? readPosition(since.toString()) : null,
          from: readPosition(from?.toString() ?? '0/0'),
        })
      }
    } catch (error) {
      this.#log.error('who listens could not be noted', error)
      this.#mustRepeat = true
    }
    for (const { number } of news.taken) {
      this.#waiting.get(number)?.(places.get(number) ?? { since: null, from: 0n })
      this.#waiting.delete(number)
    }
  }
}

function hasWords({ gone, moved, taken }: News): boolean {
  return gone.length + moved.length + taken.length > 0
}

function toJson(news: News & { kept: Taken[] }): string {
  return JSON.stringify(
    { removed: news.gone, updated: news.moved, restored: news.kept, added: news.taken },
    (_, value: unknown) => (typeof value === 'bigint' ? writePosition(value) : value),
  )
}
