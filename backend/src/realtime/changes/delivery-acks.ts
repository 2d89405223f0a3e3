import { getOrCreate } from '#backend/platform/get-or-create.ts'
import type { Connection } from '../connection.ts'
import type { Subscription } from './change-dispatcher.ts'
import type { SubscriptionStore } from './subscription-store.ts'

/** Ping timeout in milliseconds, after which the client's changes count as unconfirmed. */
const pongTimeoutMs = 1_500

/** Tracks the WAL position up to which each client of this process has received all changes. */
export class DeliveryAcks {
  readonly #store: SubscriptionStore
  readonly #clients = new Map<Connection, ClientAck>()
  /** Numbers of the subscriptions recorded as unconfirmed, which do not reply to pings. */
  readonly #unconfirmed = new Set<number>()

  constructor(store: SubscriptionStore) {
    this.#store = store
  }

  /** Records that this client was sent a change that was committed after `before`. */
  sent(connection: Connection, before: bigint): void {
    const create = () => new ClientAck((onPong) => connection.ping(onPong))
    getOrCreate(this.#clients, connection, create).sent(before)
  }

  /** Returns the WAL position up to which this client has acknowledged all changes. */
  acknowledged(connection: Connection, dispatched: bigint): bigint {
    return this.#clients.get(connection)?.acknowledged(dispatched) ?? dispatched
  }

  forget(connection: Connection): void {
    this.#clients.delete(connection)
  }

  /** Saves acknowledged positions, and pings clients with unacknowledged changes. */
  check(subscriptions: Iterable<Subscription>, dispatched: bigint): void {
    const now = Date.now()
    let acknowledgedByAll = dispatched
    for (const { channel, number } of subscriptions) {
      const { connection } = channel
      const client = this.#clients.get(connection)
      if (!client) continue
      const acknowledged = client.acknowledged(dispatched)
      const isUnconfirmed = client.hasTimedOut(now)
      if (isUnconfirmed !== this.#unconfirmed.has(number)) {
        this.#store.markUnconfirmed(number, connection.lastRef, isUnconfirmed ? acknowledged : null)
        if (isUnconfirmed) this.#unconfirmed.add(number)
        else this.#unconfirmed.delete(number)
      }
      if (!isUnconfirmed && acknowledged < acknowledgedByAll) acknowledgedByAll = acknowledged
      client.ping(dispatched, now)
    }
    this.#store.acknowledge(acknowledgedByAll)
  }

  /**
   * Returns the position after which a client may have missed changes on an older socket, which can
   * stay open when a client switches networks. Returns null if there is no such socket.
   */
  unconfirmedSince(
    subscription: Subscription,
    subscriptions: Iterable<Subscription>,
    dispatched: bigint,
  ): bigint | null {
    let since: bigint | null = null
    for (const other of subscriptions) {
      if (other.fingerprint !== subscription.fingerprint || other.ref >= subscription.ref) continue
      const client = this.#clients.get(other.channel.connection)
      if (!client?.isPending) continue
      const acknowledged = client.acknowledged(dispatched)
      if (since === null || acknowledged < since) since = acknowledged
    }
    return since
  }
}

/** A pong shows that the client has read everything written before the ping. */
class ClientAck {
  readonly #ping: (onPong: () => void) => void
  /** The last acknowledged WAL position; null if the client has acknowledged all changes. */
  #pendingSince: bigint | null = null
  #pingedAt: number | null = null
  #hasSentSincePing = false

  constructor(ping: (onPong: () => void) => void) {
    this.#ping = ping
  }

  sent(before: bigint): void {
    this.#pendingSince ??= before
    this.#hasSentSincePing = true
  }

  acknowledged(dispatched: bigint): bigint {
    return this.#pendingSince ?? dispatched
  }

  get isPending(): boolean {
    return this.#pendingSince !== null
  }

  hasTimedOut(now: number): boolean {
    return this.#pingedAt !== null && now - this.#pingedAt > pongTimeoutMs
  }

  /** Sends a ping if a change is unacknowledged and no ping is in flight. */
  ping(dispatched: bigint, now: number): void {
    if (this.#pendingSince === null || this.#pingedAt !== null) return
    this.#pingedAt = now
    this.#hasSentSincePing = false
    this.#ping(() => {
      this.#pingedAt = null
      this.#pendingSince = this.#hasSentSincePing ? dispatched : null
    })
  }
}
