import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { Outbox } from './outbox.ts'

/** A socket that notes every write; one that is `stuck` never takes the first. */
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

test('frames of one turn are one write, and so are those of a beat', async () => {
  const { stream, writes } = socket()
  const outbox = new Outbox(stream, 1_000, () => {})
  outbox.write(Buffer.from('a'))
  outbox.write(Buffer.from('b'))
  await sleep(5)
  expect(writes).toEqual(['ab'])
  outbox.write(Buffer.from('c'))
  await sleep(2)
  outbox.write(Buffer.from('d'))
  await vi.waitFor(() => expect(writes).toEqual(['ab', 'cd']))
})

test('sockets that wait for the same frames share one write', async () => {
  const one = socket()
  const other = socket()
  const frames = [Buffer.from('a'), Buffer.from('b')]
  for (const { stream } of [one, other]) {
    const outbox = new Outbox(stream, 1_000, () => {})
    for (const frame of frames) outbox.write(frame)
  }
  await sleep(5)
  expect([one.writes, other.writes]).toEqual([['ab'], ['ab']])
})

test('a socket that takes nothing is given up before it holds more than its limit', async () => {
  const { stream } = socket(true)
  const gaveUp = vi.fn<() => void>()
  const outbox = new Outbox(stream, 1_000, gaveUp)
  for (let n = 0; n < 20 && gaveUp.mock.calls.length === 0; n += 1) {
    outbox.write(Buffer.alloc(100))
    await sleep(1)
  }
  expect(gaveUp).toHaveBeenCalled()
  expect(stream.writableLength).toBeLessThanOrEqual(1_100)
})
