import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#backend/platform/log.ts'
import type { Channel, Connection } from '../connection.ts'
import { groupAudiences, type Audience } from './audiences.ts'
import { deliverChanges } from './change-delivery.ts'
import type { Batch } from './change-feed.ts'
import { ChangeHistory } from './change-history.ts'
import type { ChangeContext } from './change-matcher.ts'
import type { RowChange } from './pgoutput.ts'

/**
 * Once a dispatch has this many changes, it takes no further batch. All changes of a dispatch share
 * their database queries.
 */
const maxDispatchChanges = 500
/** Number of queued changes above which the change feed is paused. */
const highWaterMark = 5_000
const maxAttempts = 6
/** Delay in milliseconds before the first delivery retry. The n-th retry waits n times as long. */
const retryMs = 250

/** A joined channel that receives table changes. */
export type Subscription = {
  readonly channel: Channel
  readonly number: number
  readonly fingerprint: string
  readonly ref: number
  /** WAL position up to which the client has already received all changes. */
  readonly since: bigint
  /** WAL position from which the client receives changes. Earlier commits are not sent. */
  readonly from: bigint
  /** Whether the subscription has started. From then on, every dispatch includes it. */
  isActive: boolean
}

type DispatchListener = {
  /**
   * Called when a change was sent to the client. `before` is a WAL position before the commit of
   * the change.
   */
  onSent: (connection: Connection, before: bigint) => void
  onActive: (channel: Channel) => void
  /**
   * Called when all attempts of a delivery have failed, with the subscriptions that lack the
   * changes after `dispatched`.
   */
  onFailed: (subscriptions: Subscription[], dispatched: bigint) => void
  /**
   * Called with true when the queue exceeds `highWaterMark`, and with false when the queue is below
   * half of `highWaterMark`.
   */
  onBackpressure: (isHigh: boolean) => void
}

/**
 * Delivers changes to subscriptions in commit order. Changes that arrive during a dispatch wait for
 * the next dispatch. New subscriptions start between two dispatches.
 */
export class ChangeDispatcher {
  readonly #context: ChangeContext
  readonly #log: Log
  readonly #listener: DispatchListener
  readonly #history = new ChangeHistory()
  readonly #subscriptions = new Map<Channel, Subscription>()
  /** Batches in commit order. A queued subscription starts after the batches that precede it. */
  #queue: (Batch | Subscription)[] = []
  #queuedChanges = 0
  #isWorking = false
  #audiences: Audience[] | null = null
  #dispatched = 0n

  constructor(context: ChangeContext, log: Log, listener: DispatchListener) {
    this.#context = context
    this.#log = log
    this.#listener = listener
  }

  /** WAL position up to which all changes were delivered. */
  get dispatched(): bigint {
    return this.#dispatched
  }

  get subscriptions(): Iterable<Subscription> {
    return this.#subscriptions.values()
  }

  startAt(position: bigint): void {
    if (position > this.#dispatched) this.#dispatched = position
  }

  /** Stores a batch that was committed before the feed opened, for clients that reconnect. */
  addPast(batch: Batch): void {
    this.#history.add(batch)
    this.#dispatched = batch.position
  }

  dispatch(batch: Batch): void {
    this.#history.add(batch)
    this.#queuedChanges += batch.changes.length
    if (this.#queuedChanges > highWaterMark) this.#listener.onBackpressure(true)
    this.#queue.push(batch)
    void this.#work()
  }

  add(subscription: Subscription): void {
    this.#queue.push(subscription)
    void this.#work()
  }

  remove(channel: Channel): Subscription | null {
    const waiting = this.#queue.find((item) => 'channel' in item && item.channel === channel)
    if (waiting) this.#queue = this.#queue.filter((item) => item !== waiting)
    const subscription =
      this.#subscriptions.get(channel) ?? (waiting as Subscription | undefined) ?? null
    this.#subscriptions.delete(channel)
    this.#audiences = null
    return subscription
  }

  /** Discards the queue, stored changes and the WAL position. Keeps active subscriptions. */
  clear(): void {
    this.#queue = []
    this.#queuedChanges = 0
    this.#history.clear()
    this.#dispatched = 0n
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    // Waits for a microtask, so that batches from the same event loop tick are dispatched together.
    await Promise.resolve()
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      if ('channel' in next) await this.#activate(this.#nextSubscriptions())
      else await this.#dispatchBatches(this.#nextBatches())
    }
    this.#isWorking = false
  }

  #nextSubscriptions(): Subscription[] {
    const end = this.#queue.findIndex((item) => !('channel' in item))
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end) as Subscription[]
  }

  #nextBatches(): Batch[] {
    const batches: Batch[] = []
    let changes = 0
    for (const item of this.#queue) {
      if ('channel' in item || changes >= maxDispatchChanges) break
      batches.push(item)
      changes += item.changes.length
    }
    this.#queue.splice(0, batches.length)
    this.#queuedChanges -= changes
    if (this.#queuedChanges < highWaterMark / 2) this.#listener.onBackpressure(false)
    return batches
  }

  async #dispatchBatches(batches: readonly Batch[]): Promise<void> {
    const subscriptions = [...this.#subscriptions.values()]
    // A client must not receive batches that were committed before it subscribed.
    if (subscriptions.some(({ from }) => batches.some(({ commit }) => commit < from))) {
      for (const { changes, commit, position } of batches) {
        const receiving = subscriptions.filter(({ from }) => commit >= from)
        const audiences = groupAudiences(receiving.map(({ channel }) => channel))
        await this.#deliver(changes, audiences, receiving, this.#dispatched)
        this.#dispatched = position
      }
      return
    }
    const hasNewToken = this.#audiences?.some(({ caller, channels }) =>
      channels.some((channel) => channel.caller.claimsJson !== caller.claimsJson),
    )
    if (!this.#audiences || hasNewToken) {
      this.#audiences = groupAudiences(this.#subscriptions.keys())
    }
    const changes = batches.flatMap((batch) => batch.changes)
    await this.#deliver(changes, this.#audiences, subscriptions, this.#dispatched)
    this.#dispatched = batches.at(-1)?.position ?? this.#dispatched
  }

  async #activate(subscriptions: readonly Subscription[]): Promise<void> {
    // A client that has reconnected may have received later changes from another process. Delays
    // this client until this process has dispatched those changes.
    const early = subscriptions.filter(({ since }) => since > this.#dispatched)
    if (early.length > 0) setTimeout(() => early.forEach((one) => this.add(one)), retryMs)
    const ready = subscriptions.filter((one) => !early.includes(one))
    for (const subscription of ready) {
      subscription.isActive = true
      this.#subscriptions.set(subscription.channel, subscription)
      this.#listener.onActive(subscription.channel)
    }
    this.#audiences = null
    for (const group of Map.groupBy(ready, ({ since, from }) => `${since} ${from}`).values()) {
      const { since = 0n, from = 0n } = group[0] ?? {}
      const missed = this.#history.between(since, this.#dispatched, from)
      const audiences = groupAudiences(group.map(({ channel }) => channel))
      for (let at = 0; at < missed.length; at += maxDispatchChanges) {
        await this.#deliver(missed.slice(at, at + maxDispatchChanges), audiences, group, since)
      }
    }
  }

  async #deliver(
    changes: readonly RowChange[],
    audiences: readonly Audience[],
    subscriptions: readonly Subscription[],
    before: bigint,
  ): Promise<void> {
    const onSent = (channel: Channel) => {
      if (this.#subscriptions.has(channel)) this.#listener.onSent(channel.connection, before)
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await deliverChanges(this.#context, changes, audiences, onSent)
      } catch (error) {
        this.#log.error(`failed to deliver changes (attempt ${attempt} of ${maxAttempts})`, error)
        if (attempt === maxAttempts) return this.#listener.onFailed([...subscriptions], before)
      }
      await sleep(retryMs * attempt)
    }
  }
}
