import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#backend/context.ts'
import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import type { Channel } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { refNumber } from '../frames.ts'
import { BindingCheck } from './binding-check.ts'
import { ChangeDelivery } from './change-delivery.ts'
import { ChangeDispatcher, type Subscription } from './change-dispatcher.ts'
import { ChangeFeed, type FeedListener } from './change-feed.ts'
import { ChangeMatcher } from './change-matcher.ts'
import { ColumnTypes } from './column-types.ts'
import { DeliveryAcks } from './delivery-acks.ts'
import { FilterEvaluator } from './filters.ts'
import { RetentionSlot, slotPrefix } from './replication-slots.ts'
import { SubscriptionStore } from './subscription-store.ts'
import { TableShapes } from './table-shapes.ts'
import { TriggerFeed } from './trigger-feed.ts'

const ackIntervalMs = 500
const maintenanceIntervalMs = 15_000
/** Timeout of a subscription, below the 10 s that the official client waits for a join. */
const joinTimeoutMs = 8_000

type ChangesListener = {
  onMessage: (prefix: string, content: Buffer) => void
  onGap: () => void
  /** Makes the client of a channel join again. */
  failChannel: (channel: Channel) => void
}

/**
 * Live changes (postgres_changes): sends each joined channel its matching changes in commit order.
 * A client that reconnects first receives its missed changes.
 */
export class PostgresChanges {
  readonly feed: ChangeFeed
  /** Replaces the change feed where logical decoding is not available. */
  readonly #triggers: TriggerFeed
  readonly #database: Database
  readonly #log: Log
  readonly #listener: ChangesListener
  readonly #check: BindingCheck
  readonly #dispatcher: ChangeDispatcher
  readonly #store: SubscriptionStore
  readonly #acks: DeliveryAcks
  readonly #retentionSlot: RetentionSlot
  #timers: NodeJS.Timeout[] = []

  constructor({ config, database, log }: Context, listener: ChangesListener) {
    const id = randomBytes(4).toString('hex')
    const types = new ColumnTypes(database)
    const shapes = new TableShapes(database)
    const matcher = new ChangeMatcher(new FilterEvaluator(database))
    const context = { database, types, shapes, matcher }
    this.#database = database
    this.#log = log
    this.#listener = listener
    this.#check = new BindingCheck(context)
    this.#store = new SubscriptionStore(database, id, log)
    this.#acks = new DeliveryAcks(this.#store)
    this.#retentionSlot = new RetentionSlot(database)
    this.#dispatcher = new ChangeDispatcher(new ChangeDelivery(context), log, {
      onSent: (connection, before) => this.#acks.sent(connection, before),
      onActive: ({ connection, channel }) =>
        connection.system(channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL'),
      onFailed: (subscriptions, dispatched) => this.#fail(subscriptions, dispatched),
      onBackpressure: (isHigh) => (isHigh ? this.feed.pause() : this.feed.resume()),
    })
    const feedListener: FeedListener = {
      onChanges: (batch) => this.#dispatcher.dispatch(batch),
      onPast: (batch) => this.#dispatcher.addPast(batch),
      onMessage: listener.onMessage,
      onLive: (isResumed) => {
        if (!isResumed) this.#dispatcher.startAt(this.feed.position)
        this.#store.saveAll()
      },
      onGap: () => {
        this.#fail([...this.#dispatcher.subscriptions], this.#dispatcher.dispatched)
        listener.onGap()
      },
    }
    this.feed = new ChangeFeed(config.databaseUrl, `${slotPrefix}${id}`, log, feedListener)
    this.#triggers = new TriggerFeed(config.databaseUrl, database, shapes, log, feedListener)
  }

  start(): void {
    const every = (ms: number, work: () => Promise<void> | void) => {
      const run = async () => work()
      const report = (error: unknown) =>
        this.#log.error('maintenance of live changes failed', error)
      this.#timers.push(setInterval(() => void run().catch(report), ms).unref())
    }
    every(ackIntervalMs, () =>
      this.#acks.check(this.#dispatcher.subscriptions, this.#dispatcher.dispatched),
    )
    every(maintenanceIntervalMs, () =>
      this.#retentionSlot.maintain(this.feed.isOpen ? this.feed.position : null),
    )
    every(maintenanceIntervalMs, () => this.#triggers.maintain())
  }

  /** Closes the feed while this process has no clients, so that its slot retains no WAL. */
  async suspend(): Promise<void> {
    const closed = Promise.all([this.feed.close(), this.#triggers.close()])
    // Comes first, because a client that joins while the feed closes opens a new feed.
    this.#dispatcher.clear()
    await closed
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const subscription of Array.from(this.#dispatcher.subscriptions)) {
      this.#dispatcher.remove(subscription.channel)
      this.#disconnect(subscription, this.#dispatcher.dispatched)
    }
    await this.suspend()
    await this.#store.close()
  }

  /** Subscribes a channel. Never rejects: the returned function reports errors to the client. */
  async join(connection: Connection, channel: Channel): Promise<() => void> {
    const limit = Promise.withResolvers<string>()
    const timer = setTimeout(
      () => limit.resolve('The change feed is not ready in time'),
      joinTimeoutMs,
    )
    const subscribing = this.#subscribe(connection, channel).catch((error: unknown) => {
      this.#log.error('failed to subscribe to changes', error)
      return 'The database offers no change feed'
    })
    const subscription = await Promise.race([subscribing, limit.promise])
    clearTimeout(timer)
    if (typeof subscription === 'string') {
      // Removes a subscription that is created after the timeout.
      void subscribing.then((late) => typeof late !== 'string' && this.#store.remove(late.number))
      return () => connection.system(channel, 'error', 'postgres_changes', subscription)
    }
    if (!connection.isOpen) this.#disconnect(subscription, this.#dispatcher.dispatched)
    return () => this.#activate(subscription)
  }

  /** Unsubscribes a channel permanently. Does nothing after `drop`. */
  leave(channel: Channel): void {
    const subscription = this.#dispatcher.remove(channel)
    if (subscription) this.#store.remove(subscription.number)
  }

  /** Saves the positions of a lost connection, since its client may reconnect. */
  drop(connection: Connection): void {
    for (const channel of connection.channels.values()) {
      const subscription = this.#dispatcher.remove(channel)
      if (subscription) this.#disconnect(subscription, this.#dispatcher.dispatched)
    }
    this.#acks.forget(connection)
  }

  /** Creates a subscription, or returns the error message for the client. */
  async #subscribe(connection: Connection, channel: Channel): Promise<Subscription | string> {
    const hasLog = await this.#hasLogicalDecoding()
    await (hasLog ? this.feed : this.#triggers).open()
    const fault = await this.#check.findFault(channel.bindings.list, channel.caller)
    if (fault) return fault
    const ref = refNumber(channel.joinRef)
    const fingerprint = fingerprintOf(connection, channel)
    const since = this.#dispatcher.dispatched
    const subscription: Subscription = {
      channel,
      connection,
      number: 0,
      fingerprint,
      ref,
      since,
      from: 0n,
      isActive: false,
    }
    if (!hasLog) return subscription
    const { number, start } = this.#store.add(fingerprint, ref)
    const { missedSince, from } = await start
    const unconfirmedSince = this.#acks.unconfirmedSince(
      subscription,
      this.#dispatcher.subscriptions,
      this.#dispatcher.dispatched,
    )
    const resumeAt = earlier(missedSince, unconfirmedSince)
    return {
      ...subscription,
      number,
      since: resumeAt ?? since,
      from: resumeAt === null ? from : 0n,
    }
  }

  #activate(subscription: Subscription): void {
    const { channel, connection, number } = subscription
    if (!connection.isOpen) return this.#disconnect(subscription, this.#dispatcher.dispatched)
    if (connection.channels.get(channel.topic) !== channel) return this.#store.remove(number)
    this.#dispatcher.add(subscription)
  }

  async #hasLogicalDecoding(): Promise<boolean> {
    const [row] = await this.#database.queryAsOwner({
      text: 'select realtime_internal.has_logical_decoding()',
      values: [],
    })
    return row?.[0]?.toString() === 't'
  }

  #disconnect({ connection, number, since, isActive }: Subscription, dispatched: bigint): void {
    const position = isActive ? this.#acks.acknowledged(connection, dispatched) : since
    this.#store.markDisconnected(number, connection.lastRef, position)
  }

  /** Makes clients join again; after joining they receive all changes after `dispatched`. */
  #fail(subscriptions: readonly Subscription[], dispatched: bigint): void {
    for (const { channel } of subscriptions) {
      const subscription = this.#dispatcher.remove(channel)
      if (!subscription) continue
      this.#disconnect(subscription, dispatched)
      this.#listener.failChannel(channel)
    }
  }
}

function earlier(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Hash of user, client program, topic and bindings; equal after a reconnect of the same client. */
function fingerprintOf(
  { version, userAgent }: Connection,
  { topic, caller, bindings }: Channel,
): string {
  const ids = bindings.list.map(({ id }) => id)
  const facts = [topic, caller.role, caller.userId, ids, version, userAgent]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}
