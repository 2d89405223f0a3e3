import { getOrCreate } from '#backend/platform/get-or-create.ts'
import type { Connection } from '../connection.ts'
import type { Subscription } from './change-dispatcher.ts'
import type { SubscriptionStore } from './subscription-store.ts'

/** Timeout in milliseconds for the pong. A client without a pong counts as unconfirmed. */
const pongTimeoutMs = 1_500

/** Tracks the WAL position up to which each client of this process has acknowledged all changes. */
export class DeliveryAcks {
  readonly #store: SubscriptionStore
  readonly #clients = new Map<Connection, ClientAck>()
  /** Ids (`number`) of the subscriptions whose clients do not reply to pings. */
  readonly #unconfirmed = new Set<number>()

  constructor(store: SubscriptionStore) {
    this.#store = store
  }

  /** Records that a change committed after the WAL position `before` was sent to this client. */
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

  /** Saves acknowledged WAL positions. Pings clients that have unacknowledged changes. */
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
   * Returns the WAL position after which changes must be sent again to a client that has opened a
   * new socket, or null if none are missing. After a client switches networks, its older sockets
   * can stay open and lose changes. Takes the older sockets with unacknowledged changes, and
   * returns the earliest position that they have acknowledged.
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

/** A pong confirms that the client has read everything that was sent before the ping. */
class ClientAck {
  readonly #ping: (onPong: () => void) => void
  /**
   * WAL position that the client last acknowledged, or null if the client has acknowledged all
   * changes.
   */
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
