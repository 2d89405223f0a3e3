import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#backend/platform/log.ts'
import type { Channel } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { gather, type Audience } from './audiences.ts'
import type { Batch } from './change-feed.ts'
import type { Delivery } from './deliver.ts'
import { History } from './history.ts'
import type { RowChange } from './pgoutput.ts'

/** Changes that are told together: the database is asked once for all of them. */
const largestRound = 500
/** With so many waiting, no more are read. */
const highWater = 5_000
/** Tries to ask a database that does not answer, each a little later. */
const attempts = 6
const retryMs = 250

/** A joined channel that hears of changes. */
export type Seat = {
  readonly channel: Channel
  readonly connection: Connection
  readonly number: number
  readonly fingerprint: string
  readonly ref: number
  /** It has heard everything up to here. */
  readonly since: bigint
  /** Of what comes after, it hears what was committed from here on. */
  readonly from: bigint
  /** It hears of every round. */
  isLive: boolean
}

type RoundsListener = {
  /** Something of what was committed after `before` is on its way to this client. */
  onSent: (connection: Connection, before: bigint) => void
  /** The seat hears of everything from now on. */
  onSeated: (seat: Seat) => void
  /** It could not be found out what these may see, of what was committed after `told`. */
  onStuck: (seats: Seat[], told: bigint) => void
  /** Too much waits, or no longer so. */
  onPressure: (isHigh: boolean) => void
}

/**
 * Tells seats of changes, a round after the other: what has come in the meantime, in commit order.
 * Seats are taken in between rounds, and those that come back hear first what they have missed.
 */
export class Rounds {
  readonly #delivery: Delivery
  readonly #log: Log
  readonly #listener: RoundsListener
  readonly #history = new History()
  readonly #seats = new Map<Channel, Seat>()
  /** Batches in commit order, and between them seats that hear what comes after. */
  #queue: (Batch | Seat)[] = []
  #waitingChanges = 0
  #isWorking = false
  #audiences: Audience[] | null = null
  #told = 0n

  constructor(delivery: Delivery, log: Log, listener: RoundsListener) {
    this.#delivery = delivery
    this.#log = log
    this.#listener = listener
  }

  /** Everything up to here was told. */
  get told(): bigint {
    return this.#told
  }

  get seats(): Iterable<Seat> {
    return this.#seats.values()
  }

  /** Where the log is at the beginning. */
  begin(position: bigint): void {
    if (position > this.#told) this.#told = position
  }

  /** What was committed before the beginning. */
  remember(batch: Batch): void {
    this.#history.add(batch)
    this.#told = batch.position
  }

  tell(batch: Batch): void {
    this.#history.add(batch)
    this.#waitingChanges += batch.changes.length
    if (this.#waitingChanges > highWater) this.#listener.onPressure(true)
    this.#queue.push(batch)
    void this.#work()
  }

  take(seat: Seat): void {
    this.#queue.push(seat)
    void this.#work()
  }

  /** The seat of a channel, which is free from now on. */
  free(channel: Channel): Seat | null {
    const waiting = this.#queue.find((item) => 'channel' in item && item.channel === channel)
    if (waiting) this.#queue = this.#queue.filter((item) => item !== waiting)
    const seat = this.#seats.get(channel) ?? (waiting as Seat | undefined) ?? null
    this.#seats.delete(channel)
    this.#audiences = null
    return seat
  }

  /** Forgets everything but the seats. */
  clear(): void {
    this.#queue = []
    this.#waitingChanges = 0
    this.#history.clear()
    this.#told = 0n
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    // What comes in the same moment is told in the same round.
    await Promise.resolve()
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      if ('channel' in next) await this.#seat(this.#takeSeats())
      else await this.#tellRound(this.#takeBatches())
    }
    this.#isWorking = false
  }

  #takeSeats(): Seat[] {
    const end = this.#queue.findIndex((item) => !('channel' in item))
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end) as Seat[]
  }

  #takeBatches(): Batch[] {
    const batches: Batch[] = []
    let changes = 0
    for (const item of this.#queue) {
      if ('channel' in item || changes >= largestRound) break
      batches.push(item)
      changes += item.changes.length
    }
    this.#queue.splice(0, batches.length)
    this.#waitingChanges -= changes
    if (this.#waitingChanges < highWater / 2) this.#listener.onPressure(false)
    return batches
  }

  async #tellRound(batches: readonly Batch[]): Promise<void> {
    const seats = [...this.#seats.values()]
    // Commits from before a client joined may be on their way still.
    if (seats.some(({ from }) => batches.some(({ commit }) => commit < from))) {
      for (const { changes, commit, position } of batches) {
        const hearing = seats.filter(({ from }) => commit >= from)
        await this.#send(
          changes,
          gather(hearing.map(({ channel }) => channel)),
          hearing,
          this.#told,
        )
        this.#told = position
      }
      return
    }
    const hasNewToken = this.#audiences?.some(({ caller, channels }) =>
      channels.some((channel) => channel.caller.claimsJson !== caller.claimsJson),
    )
    if (!this.#audiences || hasNewToken) this.#audiences = gather(this.#seats.keys())
    const changes = batches.flatMap((batch) => batch.changes)
    await this.#send(changes, this.#audiences, seats, this.#told)
    this.#told = batches.at(-1)?.position ?? this.#told
  }

  async #seat(seats: readonly Seat[]): Promise<void> {
    // Those that were served elsewhere beyond what was told here join when that is reached.
    const early = seats.filter(({ since }) => since > this.#told)
    if (early.length > 0) setTimeout(() => early.forEach((seat) => this.take(seat)), retryMs)
    const ready = seats.filter((seat) => !early.includes(seat))
    for (const seat of ready) {
      seat.isLive = true
      this.#seats.set(seat.channel, seat)
      this.#listener.onSeated(seat)
    }
    this.#audiences = null
    for (const back of Map.groupBy(ready, ({ since, from }) => `${since} ${from}`).values()) {
      const { since = 0n, from = 0n } = back[0] ?? {}
      const missed = this.#history.between(since, this.#told, from)
      const audiences = gather(back.map(({ channel }) => channel))
      for (let at = 0; at < missed.length; at += largestRound) {
        await this.#send(missed.slice(at, at + largestRound), audiences, back, since)
      }
    }
  }

  async #send(
    changes: readonly RowChange[],
    audiences: readonly Audience[],
    seats: readonly Seat[],
    before: bigint,
  ): Promise<void> {
    const onSent = (channel: Channel) => {
      const seat = this.#seats.get(channel)
      if (seat) this.#listener.onSent(seat.connection, before)
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#delivery.tell(changes, audiences, onSent)
      } catch (error) {
        this.#log.error('changes could not be told', error)
        if (attempt === attempts) return this.#listener.onStuck([...seats], before)
      }
      await sleep(retryMs * attempt)
    }
  }
}
