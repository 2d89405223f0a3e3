import { expect, test } from 'vitest'
import { allRows } from './all-rows.ts'

test('allRows reads page after page until no page is left', async () => {
  const pages = [
    { rows: ['a', 'b'], next: { at: '1', id: 'b' } },
    { rows: ['c'], next: null },
  ]
  const cursors: unknown[] = []
  const rows = await allRows(async (after) => {
    cursors.push(after)
    return pages[cursors.length - 1]!
  })
  expect(rows).toEqual(['a', 'b', 'c'])
  expect(cursors).toEqual([null, { at: '1', id: 'b' }])
})
