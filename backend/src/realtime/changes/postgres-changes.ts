import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#backend/context.ts'
import type { Channel, Connection } from '../connection.ts'
import { refNumber } from '../frames.ts'
import { BindingCheck } from './binding-check.ts'
import { ChangeDispatcher, type Subscription } from './change-dispatcher.ts'
import { ChangeFeed, type FeedListener } from './change-feed.ts'
import { ChangeMatcher } from './change-matcher.ts'
import { ColumnTypes } from './column-types.ts'
import { DeliveryAcks } from './delivery-acks.ts'
import { FilterEvaluator } from './filters.ts'
import { RetentionSlot, slotPrefix } from './replication-slots.ts'
import { SubscriptionStore } from './subscription-store.ts'
import { TableShapes } from './table-shapes.ts'
import { createTriggerFeed } from './trigger-feed.ts'

const ackIntervalMs = 500
const maintenanceIntervalMs = 15_000
/** Timeout in milliseconds for subscribing. The official client waits 10 s for a join reply. */
const joinTimeoutMs = 8_000

type ChangesListener = {
  onMessage: (prefix: string, content: Buffer) => void
  onGap: () => void
  /** Ends a channel with an error event, so that the channel's client joins again. */
  failChannel: (channel: Channel) => void
}

export type PostgresChanges = ReturnType<typeof createPostgresChanges>

/**
 * Sends table changes in commit order. With logical decoding, a client that has reconnected first
 * receives the changes that it missed.
 */
export function createPostgresChanges(
  { config: { databaseUrl, realtime }, database, log }: Context,
  { onMessage, onGap, failChannel }: ChangesListener,
) {
  const id = randomBytes(4).toString('hex')
  const types = new ColumnTypes(database)
  const shapes = new TableShapes(database)
  const matcher = new ChangeMatcher(new FilterEvaluator(database, realtime.filterTimeoutMs))
  const context = { database, types, shapes, matcher }
  const check = new BindingCheck(context)
  const store = new SubscriptionStore(database, id, log)
  const acks = new DeliveryAcks(store)
  const retentionSlot = new RetentionSlot(database)
  const dispatcher: ChangeDispatcher = new ChangeDispatcher(context, log, {
    onSent: (connection, before) => acks.sent(connection, before),
    onActive: (channel) =>
      channel.connection.system(channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL'),
    onFailed: (subscriptions, dispatched) => fail(subscriptions, dispatched),
    onBackpressure: (isHigh) => (isHigh ? feed.pause() : feed.resume()),
  })
  const feedListener: FeedListener = {
    onChanges: (batch) => dispatcher.dispatch(batch),
    onPast: (batch) => dispatcher.addPast(batch),
    onMessage,
    onLive: (isResumed) => {
      if (!isResumed) dispatcher.startAt(feed.position)
      store.saveAll()
    },
    onGap: () => {
      fail([...dispatcher.subscriptions])
      onGap()
    },
  }
  const feed = new ChangeFeed(databaseUrl, `${slotPrefix}${id}`, log, feedListener)
  /** The trigger feed replaces the change feed if logical decoding is unavailable. */
  const triggers = createTriggerFeed(databaseUrl, context, log, feedListener)

  async function suspend(): Promise<void> {
    const closed = Promise.all([feed.close(), triggers.close()])
    // Clears queued changes first, because a client may join before the feeds have closed.
    dispatcher.clear()
    await closed
  }

  /** Creates a subscription. Returns an error message for an invalid subscription. */
  async function subscribe(channel: Channel): Promise<Subscription | string> {
    const hasLog = await hasLogicalDecoding()
    await (hasLog ? feed : triggers).open()
    const fault = await check.findFault(channel.bindings.list, channel.caller)
    if (fault) return fault
    const ref = refNumber(channel.joinRef)
    const fingerprint = fingerprintOf(channel)
    const since = dispatcher.dispatched
    const subscription = { channel, number: 0, fingerprint, ref, since, from: 0n, isActive: false }
    if (!hasLog) return subscription
    const { number, start } = store.add(fingerprint, ref)
    const { missedSince, from } = await start
    const { subscriptions, dispatched } = dispatcher
    const unconfirmedSince = acks.unconfirmedSince(subscription, subscriptions, dispatched)
    const resumeAt = earlier(missedSince, unconfirmedSince)
    const positions = resumeAt === null ? { from } : { since: resumeAt }
    return { ...subscription, number, ...positions }
  }

  async function hasLogicalDecoding(): Promise<boolean> {
    const text = 'select realtime_internal.has_logical_decoding()'
    const [row] = await database.queryAsOwner({ text, values: [] })
    return row?.[0]?.toString() === 't'
  }

  function activate(subscription: Subscription): void {
    const { channel, number } = subscription
    const { isOpen, channels } = channel.connection
    if (!isOpen) return disconnect(subscription)
    if (channels.get(channel.topic) !== channel) return store.remove(number)
    dispatcher.add(subscription)
  }

  function disconnect(
    { channel: { connection }, number, since, isActive }: Subscription,
    dispatched = dispatcher.dispatched,
  ): void {
    const position = isActive ? acks.acknowledged(connection, dispatched) : since
    store.markDisconnected(number, connection.lastRef, position)
  }

  /** Makes clients join again, so that they receive all changes after `dispatched`. */
  function fail(subscriptions: readonly Subscription[], dispatched = dispatcher.dispatched): void {
    for (const { channel } of subscriptions) {
      const subscription = dispatcher.remove(channel)
      if (!subscription) continue
      disconnect(subscription, dispatched)
      failChannel(channel)
    }
  }

  return {
    feed,
    suspend,

    maintenance: [
      {
        ms: ackIntervalMs,
        work: () => acks.check(dispatcher.subscriptions, dispatcher.dispatched),
      },
      {
        ms: maintenanceIntervalMs,
        work: () => retentionSlot.maintain(feed.isOpen ? feed.position : null),
      },
      { ms: maintenanceIntervalMs, work: () => triggers.maintain() },
    ],

    async close(): Promise<void> {
      for (const subscription of Array.from(dispatcher.subscriptions)) {
        dispatcher.remove(subscription.channel)
        disconnect(subscription)
      }
      await suspend()
      await store.close()
    },

    /**
     * Subscribes a channel. After sending the join reply, the caller must call the returned
     * function, which reports success or failure to the client. Never rejects.
     */
    async join(channel: Channel): Promise<() => void> {
      const { connection } = channel
      const limit = Promise.withResolvers<string>()
      const timer = setTimeout(
        () => limit.resolve('The change feed is not ready in time'),
        joinTimeoutMs,
      )
      const subscribing = subscribe(channel).catch((error: unknown) => {
        log.error('failed to subscribe to changes', error)
        return 'The database offers no change feed'
      })
      const subscription = await Promise.race([subscribing, limit.promise])
      clearTimeout(timer)
      if (typeof subscription === 'string') {
        // Removes a subscription that is created after the timeout.
        void subscribing.then((late) => typeof late !== 'string' && store.remove(late.number))
        return () => connection.system(channel, 'error', 'postgres_changes', subscription)
      }
      if (!connection.isOpen) disconnect(subscription)
      return () => activate(subscription)
    },

    /** Unsubscribes a channel permanently. Does nothing after `drop`. */
    leave(channel: Channel): void {
      const subscription = dispatcher.remove(channel)
      if (subscription) store.remove(subscription.number)
    },

    /**
     * Saves the acknowledged WAL positions of a disconnected client, because the client may
     * reconnect.
     */
    drop(connection: Connection): void {
      for (const channel of connection.channels.values()) {
        const subscription = dispatcher.remove(channel)
        if (subscription) disconnect(subscription)
      }
      acks.forget(connection)
    },
  }
}

function earlier(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/**
 * Returns a hash of user, user agent, topic and subscriptions, which stay the same after a
 * reconnect.
 */
function fingerprintOf({ connection, topic, caller, bindings }: Channel): string {
  const ids = bindings.list.map(({ id }) => id)
  const { version, userAgent } = connection
  const facts = [topic, caller.role, caller.userId, ids, version, userAgent]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}
