import { expect, test } from 'vitest'
import { decodeFrame, encodeFrame } from './frames.ts'

test('a frame encoded in protocol 1.0.0 or 2.0.0 decodes to an equal frame', () => {
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

test.each(['', '{', '[]', 'null', '42', '{"topic":1}', '["1","2"]'])(
  'decodeFrame returns null for the invalid frame %j',
  (text) => {
    expect(decodeFrame(text)).toBeNull()
  },
)
