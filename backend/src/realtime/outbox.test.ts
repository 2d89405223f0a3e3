import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outbox } from './outbox.ts'

// Uses fake timers, because a real flush interval could end during a test on a busy machine.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] }))
// Runs pending timers. All sockets share one flush timer, which must not run in the next test.
afterEach(() => void vi.runOnlyPendingTimers().useRealTimers())

/** Socket that records its writes. With `isStuck`, the first write never completes. */
function socket(isStuck = false) {
  const writes: string[] = []
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString())
      if (!isStuck) done()
    },
  })
  return { stream, writes }
}

test('an outbox sends all frames of one tick, or of one flush interval, in a single write', () => {
  const { stream, writes } = socket()
  const outbox = new Outbox(stream, 1_000, () => {})
  outbox.write(Buffer.from('a'))
  outbox.write(Buffer.from('b'))
  vi.advanceTimersByTime(5)
  expect(writes).toEqual(['ab'])
  outbox.write(Buffer.from('c'))
  vi.advanceTimersByTime(2)
  outbox.write(Buffer.from('d'))
  expect(writes).toEqual(['ab'])
  vi.advanceTimersByTime(20)
  expect(writes).toEqual(['ab', 'cd'])
})

test('outboxes with identical queued frames write identical bytes', () => {
  const one = socket()
  const other = socket()
  const frames = [Buffer.from('a'), Buffer.from('b')]
  for (const { stream } of [one, other]) {
    const outbox = new Outbox(stream, 1_000, () => {})
    for (const frame of frames) outbox.write(frame)
  }
  vi.advanceTimersByTime(5)
  expect([one.writes, other.writes]).toEqual([['ab'], ['ab']])
})

test('an outbox whose socket accepts no data reports an overflow once it buffers more than its limit', () => {
  const { stream } = socket(true)
  const gaveUp = vi.fn<() => void>()
  const outbox = new Outbox(stream, 1_000, gaveUp)
  for (let n = 0; n < 20 && gaveUp.mock.calls.length === 0; n += 1) {
    outbox.write(Buffer.alloc(100))
    vi.advanceTimersByTime(1)
  }
  expect(gaveUp).toHaveBeenCalled()
  expect(stream.writableLength).toBeLessThanOrEqual(1_100)
})
