import { randomBytes } from 'node:crypto'

/** Changes of a topic are told together, after so long. */
const gatherMs = 40

/** What one client shows of itself on one topic. */
export type Presence = {
  /** Names this state of it; another state has another. */
  ref: string
  /** Clients with the same key count as one, with several states. */
  presenceKey: string
  meta: Record<string, unknown>
  /** The process it is connected to. */
  origin: string
}

/** What came and went on a topic. */
export type PresenceChange = { joins: Presence[]; leaves: Presence[] }

type Topic = { present: Map<string, Presence>; change: PresenceChange | null }

/** Who is present on which topic, on all processes, as far as this one has heard. */
export class Presences {
  readonly #topics = new Map<string, Topic>()
  readonly #onChange: (topicKey: string, change: PresenceChange) => void

  /** `onChange` hears what came and went since it was last told, once for several at a time. */
  constructor(onChange: (topicKey: string, change: PresenceChange) => void) {
    this.#onChange = onChange
  }

  add(topicKey: string, presence: Presence): void {
    const topic = this.#topic(topicKey)
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
    const unheard = change.joins.indexOf(presence)
    // Who came and went before anybody was told was never there.
    if (unheard >= 0) change.joins.splice(unheard, 1)
    else change.leaves.push(presence)
  }

  /** Everybody on a topic, as clients are told it; what is untold is told to the others first. */
  state(topicKey: string): object {
    const topic = this.#topics.get(topicKey)
    if (!topic) return {}
    this.#tell(topicKey, topic)
    return grouped(topic.present.values())
  }

  /** Everybody who is connected to a process, with their topics. */
  *of(origin: string): Generator<[topicKey: string, presence: Presence]> {
    for (const [topicKey, { present }] of this.#topics) {
      for (const presence of present.values()) {
        if (presence.origin === origin) yield [topicKey, presence]
      }
    }
  }

  #topic(topicKey: string): Topic {
    let topic = this.#topics.get(topicKey)
    if (!topic) this.#topics.set(topicKey, (topic = { present: new Map(), change: null }))
    return topic
  }

  #changeOf(topicKey: string, topic: Topic): PresenceChange {
    if (!topic.change) {
      topic.change = { joins: [], leaves: [] }
      setTimeout(() => this.#tell(topicKey, topic), gatherMs).unref()
    }
    return topic.change
  }

  #tell(topicKey: string, topic: Topic): void {
    const { change } = topic
    if (!change) return
    topic.change = null
    if (topic.present.size === 0) this.#topics.delete(topicKey)
    if (change.joins.length + change.leaves.length > 0) this.#onChange(topicKey, change)
  }
}

/** A new state of a client; `previous` is the one it replaces. */
export function newPresence(
  origin: string,
  presenceKey: string,
  payload: object,
  previous: Presence | null,
): Presence {
  const ref = randomBytes(9).toString('base64url')
  const meta = {
    ...payload,
    phx_ref: ref,
    ...(previous && { phx_ref_prev: previous.ref }),
  }
  return { ref, presenceKey, meta, origin }
}

/** As clients know it: by key, each with its states. */
export function grouped(presences: Iterable<Presence>): object {
  const byKey = new Map<string, { metas: unknown[] }>()
  for (const { presenceKey, meta } of presences) {
    const one = byKey.get(presenceKey)
    if (one) one.metas.push(meta)
    else byKey.set(presenceKey, { metas: [meta] })
  }
  return Object.fromEntries(byKey)
}
