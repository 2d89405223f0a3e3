import { randomBytes } from 'node:crypto'
import { getOrCreate } from '#backend/platform/get-or-create.ts'

/** Delay in milliseconds for which a topic's presence changes are collected. */
const batchDelayMs = 40

export type Presence = {
  /** Id of this presence state (`phx_ref`), which changes with every update. */
  ref: string
  /** Presence key. Clients with the same key appear as one presence with several states. */
  presenceKey: string
  meta: Record<string, unknown>
  /** Id of the process that holds the client's connection. */
  origin: string
}

export type PresenceChange = { joins: Presence[]; leaves: Presence[] }

type Topic = { present: Map<string, Presence>; change: PresenceChange | null }

export class Presences {
  readonly #topics = new Map<string, Topic>()
  readonly #onChange: (topicKey: string, change: PresenceChange) => void

  /**
   * Calls `onChange` with the joins and leaves of a topic since its previous call for the topic.
   */
  constructor(onChange: (topicKey: string, change: PresenceChange) => void) {
    this.#onChange = onChange
  }

  add(topicKey: string, presence: Presence): void {
    const topic = getOrCreate(this.#topics, topicKey, () => ({ present: new Map(), change: null }))
    if (topic.present.has(presence.ref)) return
    topic.present.set(presence.ref, presence)
    this.#changeOf(topicKey, topic).joins.push(presence)
  }

  remove(topicKey: string, ref: string): void {
    const topic = this.#topics.get(topicKey)
    const presence = topic?.present.get(ref)
    if (!topic || !presence) return
    topic.present.delete(ref)
    const change = this.#changeOf(topicKey, topic)
    const pending = change.joins.indexOf(presence)
    // Does not send a presence that joined and left within the same batch.
    if (pending >= 0) change.joins.splice(pending, 1)
    else change.leaves.push(presence)
  }

  /** Returns the presence state for a new client. First sends pending changes to other clients. */
  state(topicKey: string): object {
    const topic = this.#topics.get(topicKey)
    if (!topic) return {}
    this.#emit(topicKey, topic)
    return groupByKey(topic.present.values())
  }

  *of(origin: string): Generator<[topicKey: string, presence: Presence]> {
    for (const [topicKey, { present }] of this.#topics) {
      for (const presence of present.values()) {
        if (presence.origin === origin) yield [topicKey, presence]
      }
    }
  }

  #changeOf(topicKey: string, topic: Topic): PresenceChange {
    if (!topic.change) {
      topic.change = { joins: [], leaves: [] }
      setTimeout(() => this.#emit(topicKey, topic), batchDelayMs).unref()
    }
    return topic.change
  }

  #emit(topicKey: string, topic: Topic): void {
    const { change } = topic
    if (!change) return
    topic.change = null
    if (topic.present.size === 0) this.#topics.delete(topicKey)
    if (change.joins.length + change.leaves.length > 0) this.#onChange(topicKey, change)
  }
}

export function newPresence(
  origin: string,
  presenceKey: string,
  payload: object,
  previous: Presence | null,
): Presence {
  const ref = randomBytes(9).toString('base64url')
  const meta = { ...payload, phx_ref: ref, ...(previous && { phx_ref_prev: previous.ref }) }
  return { ref, presenceKey, meta, origin }
}

/** Groups presences by key, in the format of presence events. */
export function groupByKey(presences: Iterable<Presence>): object {
  const byKey = new Map<string, { metas: unknown[] }>()
  for (const { presenceKey, meta } of presences) {
    getOrCreate(byKey, presenceKey, () => ({ metas: [] })).metas.push(meta)
  }
  return Object.fromEntries(byKey)
}
