import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from './bus.ts'
import type { BusMessage } from './bus-message.ts'
import type { Presence, PresenceChange, Presences } from './presences.ts'

const heartbeatMs = 2_000
/** Time in milliseconds without a message after which a process counts as dead. */
const timeoutMs = 6_000
/** Time in milliseconds for which a starting process waits for presences of other processes. */
const stateTimeoutMs = 100

type Peer = { receivedAt: number; sequence: number }

/** A presence without its `origin`, because the bus message contains the process id. */
type PresenceTuple = [topicKey: string, ref: string, presenceKey: string, meta: Presence['meta']]

/**
 * Synchronizes presences between processes. Requests the full state after a gap in the message
 * numbers.
 */
export class PresenceSync {
  readonly #bus: Bus
  readonly #presences: Presences
  readonly #peers = new Map<string, Peer>()
  #sequence = 0
  #sentAt = 0

  constructor(bus: Bus, presences: Presences) {
    this.#bus = bus
    this.#presences = presences
  }

  /** Requests the presences of all other processes and waits for their replies. */
  async requestState(): Promise<void> {
    await this.#bus.publish({ kind: 'hello' })
    await sleep(stateTimeoutMs)
  }

  /** Sends presence changes of this process's own clients to the other processes. */
  send(topicKey: string, { joins, leaves }: PresenceChange): void {
    const own = ({ origin }: Presence) => origin === this.#bus.id
    const ownJoins = joins.filter(own).map((presence) => toTuple(topicKey, presence))
    const ownLeaves = leaves.filter(own).map(({ ref }) => [topicKey, ref])
    if (ownJoins.length + ownLeaves.length === 0) return
    this.#sequence += 1
    this.#sentAt = Date.now()
    this.#bus.send(
      { kind: 'presence', sequence: this.#sequence },
      Buffer.from(JSON.stringify({ joins: ownJoins, leaves: ownLeaves })),
    )
  }

  receive({ head, body }: BusMessage): void {
    const { kind, from } = head
    if (from === undefined) return
    if (kind === 'hello') {
      // Does not reply to a request for presences if this process has never sent presences.
      const isAsked = head['to'] === undefined || head['to'] === this.#bus.id
      if (isAsked && this.#sequence > 0) this.#sendState()
      return
    }
    if (kind === 'bye') return this.#forget(from)
    const peer = this.#peers.get(from) ?? { receivedAt: 0, sequence: 0 }
    const expected = kind === 'presence' ? peer.sequence + 1 : peer.sequence
    const count = Number(head['sequence'])
    this.#peers.set(from, { receivedAt: Date.now(), sequence: count })
    if (kind === 'state') return this.#replace(from, JSON.parse(body.toString()) as PresenceTuple[])
    if (kind === 'presence') {
      const change = JSON.parse(body.toString()) as {
        joins: PresenceTuple[]
        leaves: [string, string][]
      }
      for (const [topicKey, ref] of change.leaves) this.#presences.remove(topicKey, ref)
      for (const join of change.joins) this.#add(from, join)
    }
    if (count !== expected) this.#bus.send({ kind: 'hello', to: from })
  }

  /**
   * Sends a heartbeat if this process has presences and has sent nothing for 2 s. Removes the
   * presences of dead processes.
   */
  heartbeat(): void {
    const now = Date.now()
    const [ownPresence] = this.#presences.of(this.#bus.id)
    if (ownPresence && now - this.#sentAt >= heartbeatMs) {
      this.#sentAt = now
      this.#bus.send({ kind: 'alive', sequence: this.#sequence })
    }
    for (const [id, { receivedAt }] of this.#peers) {
      if (now - receivedAt > timeoutMs) this.#forget(id)
    }
  }

  /** Requests the presences of all other processes again, because messages may have been missed. */
  resync(): void {
    const receivedAt = Date.now()
    for (const peer of this.#peers.values()) peer.receivedAt = receivedAt
    this.#bus.send({ kind: 'hello' })
  }

  /** Discards other processes' presences, which become outdated while the bus is closed. */
  forgetRemote(): void {
    for (const id of this.#peers.keys()) this.#forget(id)
  }

  async announceStop(): Promise<void> {
    if (this.#sequence > 0) await this.#bus.publish({ kind: 'bye' }).catch(() => {})
  }

  #sendState(): void {
    const all = Array.from(this.#presences.of(this.#bus.id), ([topicKey, presence]) =>
      toTuple(topicKey, presence),
    )
    this.#bus.send({ kind: 'state', sequence: this.#sequence }, Buffer.from(JSON.stringify(all)))
  }

  #replace(from: string, all: PresenceTuple[]): void {
    const refs = new Set(all.map(([, ref]) => ref))
    for (const [topicKey, { ref }] of this.#presences.of(from)) {
      if (!refs.has(ref)) this.#presences.remove(topicKey, ref)
    }
    for (const one of all) this.#add(from, one)
  }

  #add(origin: string, [topicKey, ref, presenceKey, meta]: PresenceTuple): void {
    this.#presences.add(topicKey, { ref, presenceKey, meta, origin })
  }

  #forget(id: string): void {
    this.#peers.delete(id)
    for (const [topicKey, { ref }] of this.#presences.of(id)) {
      this.#presences.remove(topicKey, ref)
    }
  }
}

function toTuple(topicKey: string, { ref, presenceKey, meta }: Presence): PresenceTuple {
  return [topicKey, ref, presenceKey, meta]
}
