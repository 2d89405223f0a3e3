import { expect, test } from 'vitest'
import { decodeFrame, encodeFrame } from './frames.ts'

test('both protocol versions carry the same frame', () => {
  const frame = {
    joinRef: '1',
    ref: '2',
    topic: 'realtime:x',
    event: 'phx_join',
    payload: { a: 1 },
  }
  expect(decodeFrame(encodeFrame('1.0.0', frame))).toEqual(frame)
  expect(decodeFrame(encodeFrame('2.0.0', frame))).toEqual(frame)
})

test.each(['', '{', '[]', 'null', '42', '{"topic":1}', '["1","2"]'])('%j is no frame', (text) => {
  expect(decodeFrame(text)).toBeNull()
})
