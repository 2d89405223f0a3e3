import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from './bus.ts'
import type { BusMessage } from './bus-message.ts'
import type { Presence, PresenceChange, Presences } from './presences.ts'

const aliveMs = 2_000
/** A process that has not been heard for so long is gone, and everybody connected to it. */
const silenceMs = 6_000
/** How long others have to say who is with them before the first client here is told. */
const introductionMs = 100

type Peer = { heardAt: number; said: number }

/** On the bus; the origin goes without saying. */
type Said = [topicKey: string, ref: string, presenceKey: string, meta: Presence['meta']]

/**
 * Keeps the processes' knowledge of who is present the same: each tells of those connected to it,
 * counts what it says, and says now and then that it is alive. Who has missed something, or is new,
 * asks for all of it.
 */
export class PresenceSync {
  readonly #bus: Bus
  readonly #presences: Presences
  readonly #peers = new Map<string, Peer>()
  /** How many messages this process has said. */
  #said = 0
  #aliveAt = 0

  constructor(bus: Bus, presences: Presences) {
    this.#bus = bus
    this.#presences = presences
  }

  /** Asks everybody who is with them; resolves when they have had the time to say. */
  async introduce(): Promise<void> {
    await this.#bus.publish({ kind: 'hello' })
    await sleep(introductionMs)
  }

  /** Tells others what changed among those connected to this process. */
  tell(topicKey: string, { joins, leaves }: PresenceChange): void {
    const own = ({ origin }: Presence) => origin === this.#bus.id
    const ownJoins = joins.filter(own).map((presence) => said(topicKey, presence))
    const ownLeaves = leaves.filter(own).map(({ ref }) => [topicKey, ref])
    if (ownJoins.length + ownLeaves.length === 0) return
    this.#said += 1
    this.#aliveAt = Date.now()
    this.#bus.tell(
      { kind: 'presence', said: this.#said },
      Buffer.from(JSON.stringify({ joins: ownJoins, leaves: ownLeaves })),
    )
  }

  hear({ head, body }: BusMessage): void {
    const { kind, from } = head
    if (from === undefined) return
    if (kind === 'hello') {
      // Whom nobody has to hear of keeps still.
      const isAsked = head['to'] === undefined || head['to'] === this.#bus.id
      if (isAsked && this.#said > 0) this.#tellAll()
      return
    }
    if (kind === 'bye') return this.#forget(from)
    const peer = this.#peers.get(from) ?? { heardAt: 0, said: 0 }
    const expected = kind === 'presence' ? peer.said + 1 : peer.said
    const count = Number(head['said'])
    this.#peers.set(from, { heardAt: Date.now(), said: count })
    if (kind === 'state') return this.#replace(from, JSON.parse(body.toString()) as Said[])
    if (kind === 'presence') {
      const change = JSON.parse(body.toString()) as { joins: Said[]; leaves: [string, string][] }
      for (const [topicKey, ref] of change.leaves) this.#presences.remove(topicKey, ref)
      for (const join of change.joins) this.#add(from, join)
    }
    if (count !== expected) this.#bus.tell({ kind: 'hello', to: from })
  }

  /** To be called every second or so: says that this process lives, and forgets those that do not. */
  sweep(): void {
    const now = Date.now()
    const [someone] = this.#presences.of(this.#bus.id)
    if (someone && now - this.#aliveAt >= aliveMs) {
      this.#aliveAt = now
      this.#bus.tell({ kind: 'alive', said: this.#said })
    }
    for (const [id, { heardAt }] of this.#peers) {
      if (now - heardAt > silenceMs) this.#forget(id)
    }
  }

  /** After something may have been missed: nobody is given up for silence, everybody is asked. */
  askAgain(): void {
    const heardAt = Date.now()
    for (const peer of this.#peers.values()) peer.heardAt = heardAt
    this.#bus.tell({ kind: 'hello' })
  }

  /** Others are no longer listened to; what is known of them would grow old. */
  forgetAll(): void {
    for (const id of this.#peers.keys()) this.#forget(id)
  }

  /** Says that this process ends. */
  async leave(): Promise<void> {
    if (this.#said > 0) await this.#bus.publish({ kind: 'bye' }).catch(() => {})
  }

  #tellAll(): void {
    const all = Array.from(this.#presences.of(this.#bus.id), ([topicKey, presence]) =>
      said(topicKey, presence),
    )
    this.#bus.tell({ kind: 'state', said: this.#said }, Buffer.from(JSON.stringify(all)))
  }

  #replace(from: string, all: Said[]): void {
    const refs = new Set(all.map(([, ref]) => ref))
    for (const [topicKey, { ref }] of this.#presences.of(from)) {
      if (!refs.has(ref)) this.#presences.remove(topicKey, ref)
    }
    for (const one of all) this.#add(from, one)
  }

  #add(origin: string, [topicKey, ref, presenceKey, meta]: Said): void {
    this.#presences.add(topicKey, { ref, presenceKey, meta, origin })
  }

  #forget(id: string): void {
    this.#peers.delete(id)
    for (const [topicKey, { ref }] of this.#presences.of(id)) {
      this.#presences.remove(topicKey, ref)
    }
  }
}

function said(topicKey: string, { ref, presenceKey, meta }: Presence): Said {
  return [topicKey, ref, presenceKey, meta]
}
