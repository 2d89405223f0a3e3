import { describe, expect, test } from 'vitest'
import { applyRange, parseLimit, parseOffset } from './page.ts'
import { emptyRead } from './parse-select.ts'

test('for an invalid number, parseLimit returns null and parseOffset returns 0; for a negative number, parseLimit throws PGRST103', () => {
  expect(['7', '0', 'x', '1.5', '9'.repeat(20)].map(parseLimit)).toEqual([7, 0, null, null, null])
  expect(['7', '-1', 'x'].map(parseOffset)).toEqual([7, 0, 0])
  expect(() => parseLimit('-1')).toThrow(expect.objectContaining({ code: 'PGRST103' }))
})

describe('applyRange', () => {
  const page = (range: string | null, limit: number | null = null, offset = 0) => {
    const read = { ...emptyRead([]), limit, offset }
    applyRange(read, range)
    return [read.offset, read.limit]
  }

  test('applyRange keeps only rows that are in both a valid Range header and the range given by limit and offset', () => {
    expect(page('0-9')).toEqual([0, 10])
    expect(page('items=5-')).toEqual([5, null])
    expect(page('0-9', 3, 4)).toEqual([4, 3])
    expect(page('2-5', 9)).toEqual([2, 4])
    expect(page('2-5', 0)).toEqual([2, 0])
    expect(page('nonsense', 3)).toEqual([0, 3])
  })

  test('applyRange throws PGRST103 for a Range header that is reversed or beyond the limit, and for limit 0 with an offset', () => {
    for (const [range, limit] of [
      ['3-1', null],
      ['1-3', 1],
    ] as const) {
      expect(() => page(range, limit)).toThrow(expect.objectContaining({ status: 416 }))
    }
    expect(() => page(null, 0, 1)).toThrow(expect.objectContaining({ code: 'PGRST103' }))
  })
})
