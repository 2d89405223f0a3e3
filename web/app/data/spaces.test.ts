import { expect, test } from 'vitest'
import { type ListedSpace, listedColumns, toListedSpace } from './spaces.ts'

test('listedColumns selects every field of a listed space, including the time zone of its free hours', () => {
  const row = Object.fromEntries(listedColumns.split(', ').map((column) => [column, column]))
  const space = toListedSpace(row as unknown as ListedSpace)
  expect(space.time_zone).toBe('time_zone')
  expect(Object.values(space)).not.toContain(undefined)
})
