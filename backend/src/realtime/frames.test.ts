import { expect, test } from 'vitest'
import { parseRowFilter } from './changes/row-filter.ts'
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

const matches = (filter: string, record: Record<string, unknown>) => parseRowFilter(filter)(record)

test.each([
  ['location=eq.Tokyo', { location: 'Tokyo' }, true],
  ['location=eq.Tokyo', { location: 'Kyoto' }, false],
  ['price=gte.100', { price: 99.5 }, false],
  ['price=gt.9', { price: 10 }, true],
  ['id=in.(a,b)', { id: 'b' }, true],
  ['id=not.in.(a,b)', { id: 'b' }, false],
  ['a=eq.1,b=neq.2', { a: 1, b: 3 }, true],
  ['a=eq.1,b=neq.2', { a: 1, b: 2 }, false],
  ['title=neq.x', { title: null }, false],
])('%s on %j: %s', (filter, record, expected) => {
  expect(matches(filter, record)).toBe(expected)
})

test('a filter that cannot be read says so', () => {
  expect(() => parseRowFilter('location~Tokyo')).toThrow('Invalid filter "location~Tokyo"')
})
