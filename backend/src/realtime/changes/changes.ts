import { randomBytes } from 'node:crypto'
import type { Context } from '#backend/context.ts'
import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import type { Channel } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { refNumber } from '../frames.ts'
import { ChangeFeed, type FeedListener } from './change-feed.ts'
import { SubscriptionCheck } from './check-subscriptions.ts'
import { ColumnTypes } from './column-types.ts'
import { Delivery } from './deliver.ts'
import { Filters } from './filters.ts'
import { fingerprintOf } from './fingerprint.ts'
import { Matching } from './matching.ts'
import { Receipts } from './receipts.ts'
import { Rounds, type Seat } from './rounds.ts'
import { Seats } from './seats.ts'
import { slotPrefix } from './slots.ts'
import { TableShapes } from './table-shapes.ts'
import { Tail } from './tail.ts'
import { TriggerFeed } from './trigger-feed.ts'

const beatMs = 500
const tidyMs = 15_000
/** An official client waits ten seconds for its join. */
const joinLimitMs = 8_000

/** What the rest of the room gives and hears. */
export type Surroundings = {
  onMessage: (prefix: string, content: Buffer) => void
  onGap: () => void
  /** Makes a client join again. */
  fail: (channel: Channel) => void
}

/**
 * Live changes: follows the log, and tells each joined channel what it asked for and may see, in
 * commit order. A client that was away is told what it has missed before anything else.
 */
export class Changes {
  readonly feed: ChangeFeed
  /** In its place where the log cannot be decoded. */
  readonly #triggers: TriggerFeed
  readonly #database: Database
  readonly #log: Log
  readonly #surroundings: Surroundings
  readonly #check: SubscriptionCheck
  readonly #rounds: Rounds
  readonly #seats: Seats
  readonly #receipts: Receipts
  readonly #tail: Tail
  #timers: NodeJS.Timeout[] = []

  constructor({ config, database, log }: Context, surroundings: Surroundings) {
    const id = randomBytes(4).toString('hex')
    const types = new ColumnTypes(database)
    const shapes = new TableShapes(database)
    const tools = { database, types, shapes, matching: new Matching(new Filters(database)) }
    this.#log = log
    this.#surroundings = surroundings
    this.#check = new SubscriptionCheck(tools)
    this.#seats = new Seats(database, id, log)
    this.#receipts = new Receipts(this.#seats)
    this.#tail = new Tail(database)
    this.#rounds = new Rounds(new Delivery(tools), log, {
      onSent: (connection, before) => this.#receipts.sent(connection, before),
      onSeated: ({ connection, channel }) =>
        connection.system(channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL'),
      onStuck: (seats, told) => this.#fail(seats, told),
      onPressure: (isHigh) => (isHigh ? this.feed.pause() : this.feed.resume()),
    })
    const listener: FeedListener = {
      onChanges: (batch) => this.#rounds.tell(batch),
      onPast: (batch) => this.#rounds.remember(batch),
      onMessage: surroundings.onMessage,
      onLive: (goesOn) => {
        if (!goesOn) this.#rounds.begin(this.feed.position)
        this.#seats.repeat()
      },
      onGap: () => {
        this.#fail([...this.#rounds.seats], this.#rounds.told)
        surroundings.onGap()
      },
    }
    this.feed = new ChangeFeed(config.databaseUrl, `${slotPrefix}${id}`, log, listener)
    this.#triggers = new TriggerFeed(config.databaseUrl, database, shapes, log, listener)
    this.#database = database
  }

  start(): void {
    const every = (ms: number, work: () => Promise<void> | void) => {
      const run = async () => work()
      const note = (error: unknown) => this.#log.error('live changes were not looked after', error)
      this.#timers.push(setInterval(() => void run().catch(note), ms).unref())
    }
    every(beatMs, () => this.#receipts.beat(this.#rounds.seats, this.#rounds.told))
    every(tidyMs, () => this.#tail.tidy(this.feed.isOpen ? this.feed.position : null))
    every(tidyMs, () => this.#triggers.tend())
  }

  /** Nobody listens here any more: the slot is let go, so that the database keeps no log for us. */
  async rest(): Promise<void> {
    const closed = Promise.all([this.feed.close(), this.#triggers.close()])
    // At once: whoever comes meanwhile opens them anew, and is not to be forgotten.
    this.#rounds.clear()
    await closed
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const seat of Array.from(this.#rounds.seats)) {
      this.#rounds.free(seat.channel)
      this.#lose(seat, this.#rounds.told)
    }
    await this.rest()
    await this.#seats.close()
  }

  /**
   * Seats a channel; what it gives is called once its client knows that it has joined, and from that
   * moment nothing that is committed is missed. Does not reject: why it cannot be is told then.
   */
  async join(connection: Connection, channel: Channel): Promise<() => void> {
    const limit = Promise.withResolvers<string>()
    const timer = setTimeout(
      () => limit.resolve('The change feed is not ready in time'),
      joinLimitMs,
    )
    const seating = this.#seat(connection, channel).catch((error: unknown) => {
      this.#log.error('changes could not be subscribed to', error)
      return 'The database offers no change feed'
    })
    const seat = await Promise.race([seating, limit.promise])
    clearTimeout(timer)
    if (typeof seat === 'string') {
      // It may still come about, but nobody knows of it then.
      void seating.then((late) => typeof late !== 'string' && this.#seats.leave(late.number))
      return () => connection.system(channel, 'error', 'postgres_changes', seat)
    }
    // Its client may go before it hears that it has joined.
    if (!connection.isOpen) this.#lose(seat, this.#rounds.told)
    return () => this.#begin(seat)
  }

  /** Leaves for good. A channel whose socket was dropped has left already. */
  leave(channel: Channel): void {
    const seat = this.#rounds.free(channel)
    if (seat) this.#seats.leave(seat.number)
  }

  /** The socket is lost; its client may come back. */
  drop(connection: Connection): void {
    for (const channel of connection.channels.values()) {
      const seat = this.#rounds.free(channel)
      if (seat) this.#lose(seat, this.#rounds.told)
    }
    this.#receipts.forget(connection)
  }

  /** A seat, or why there can be none. */
  async #seat(connection: Connection, channel: Channel): Promise<Seat | string> {
    const hasLog = await this.#hasLog()
    await (hasLog ? this.feed : this.#triggers).open()
    const fault = await this.#check.findFault(channel.subscriptions.list, channel.caller)
    if (fault) return fault
    const ref = refNumber(channel.joinRef)
    const fingerprint = fingerprintOf(connection, channel)
    const since = this.#rounds.told
    const seat: Seat = {
      channel,
      connection,
      number: 0,
      fingerprint,
      ref,
      since,
      from: 0n,
      isLive: false,
    }
    if (!hasLog) return seat
    const { number, place } = this.#seats.take(fingerprint, ref)
    const { since: missed, from } = await place
    const doubtful = this.#receipts.unconfirmed(seat, this.#rounds.seats, this.#rounds.told)
    const back = earlier(missed, doubtful)
    return { ...seat, number, since: back ?? since, from: back === null ? from : 0n }
  }

  #begin(seat: Seat): void {
    const { channel, connection, number } = seat
    // Lost or left while it was looked up.
    if (!connection.isOpen) return this.#lose(seat, this.#rounds.told)
    if (connection.channels.get(channel.topic) !== channel) return this.#seats.leave(number)
    this.#rounds.take(seat)
  }

  async #hasLog(): Promise<boolean> {
    const [row] = await this.#database.queryAsOwner({
      text: 'select realtime_internal.has_logical_decoding()',
      values: [],
    })
    return row?.[0]?.toString() === 't'
  }

  #lose({ connection, number, since, isLive }: Seat, told: bigint): void {
    const position = isLive ? this.#receipts.served(connection, told) : since
    this.#seats.lose(number, connection.lastRef, position)
  }

  /** Makes clients join again, and then hear everything after `told`. */
  #fail(seats: readonly Seat[], told: bigint): void {
    for (const { channel } of seats) {
      const seat = this.#rounds.free(channel)
      if (!seat) continue
      this.#lose(seat, told)
      this.#surroundings.fail(channel)
    }
  }
}

function earlier(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
