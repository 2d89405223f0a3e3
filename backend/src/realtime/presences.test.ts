import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bus } from './bus.ts'
import type { BusMessage } from './bus-message.ts'
import { PresenceSync } from './presence-sync.ts'
import { newPresence, Presences } from './presences.ts'

const topic = 'public:room'

type Node = ReturnType<typeof node>
let nodes: Node[]

beforeEach(() => {
  vi.useFakeTimers()
  nodes = [node('a'), node('b')]
})

afterEach(() => vi.useRealTimers())

/** Creates a process with a fake bus, which delivers messages immediately unless `isCut` is set. */
function node(id: string) {
  const state = { isCut: false }
  const say = (head: BusMessage['head'], body = Buffer.alloc(0)) => {
    if (state.isCut) return
    for (const other of nodes) {
      if (other.id !== id && !other.state.isCut) {
        other.sync.receive({ head: { ...head, from: id }, body })
      }
    }
  }
  const bus = { id, send: say, publish: async (...said: Parameters<typeof say>) => say(...said) }
  const presences: Presences = new Presences((key, change) => sync.send(key, change))
  const sync: PresenceSync = new PresenceSync(bus as unknown as Bus, presences)
  return {
    id,
    state,
    presences,
    sync,
    track: (name: string) => {
      const presence = newPresence(id, name, {}, null)
      presences.add(topic, presence)
      return presence
    },
  }
}

/** Advances the clock and runs the heartbeat of every process. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 1_000) {
    vi.advanceTimersByTime(1_000)
    for (const { sync } of nodes) sync.heartbeat()
  }
}

const seenBy = ({ presences }: Node) => Object.keys(presences.state(topic)).toSorted()

test('a presence that is added on one process appears on other processes until the presence is removed', () => {
  const [a, b] = nodes as [Node, Node]
  const ada = a.track('ada')
  a.track('bob')
  pass(1_000)
  expect(seenBy(b)).toEqual(['ada', 'bob'])
  a.presences.remove(topic, ada.ref)
  pass(1_000)
  expect(seenBy(b)).toEqual(['bob'])
})

test('presences of a process that sends no heartbeats are removed within 8 s, but presences of an idle process stay', () => {
  const [a, b] = nodes as [Node, Node]
  const c = node('c')
  nodes.push(c)
  a.track('ada')
  b.track('bob')
  pass(60_000)
  expect(seenBy(c)).toEqual(['ada', 'bob'])
  nodes = [b, c]
  pass(8_000)
  expect(seenBy(c)).toEqual(['bob'])
})

test('a process that missed presence messages has the current presences within 4 s of reconnecting', () => {
  const [a, b] = nodes as [Node, Node]
  a.track('ada')
  pass(1_000)
  b.state.isCut = true
  const bob = a.track('bob')
  pass(1_000)
  a.presences.remove(topic, bob.ref)
  a.track('eve')
  pass(1_000)
  b.state.isCut = false
  pass(4_000)
  expect(seenBy(b)).toEqual(['ada', 'eve'])
})

test('a starting process requests and receives the presences of all other processes', async () => {
  const [a] = nodes as [Node]
  a.track('ada')
  pass(10_000)
  const late = node('late')
  nodes.push(late)
  const introduced = late.sync.requestState()
  await vi.advanceTimersByTimeAsync(200)
  await introduced
  expect(seenBy(late)).toEqual(['ada'])
})

test('a presence that joins and leaves within one batch is not sent', () => {
  const onChange = vi.fn<() => void>()
  const presences = new Presences(onChange)
  const presence = newPresence('a', 'ada', {}, null)
  presences.add(topic, presence)
  presences.remove(topic, presence.ref)
  vi.advanceTimersByTime(1_000)
  expect(onChange).not.toHaveBeenCalled()
})
