import { expect, test } from 'vitest'
import { deletionText, withoutSpace, withSpace } from './list-changes.ts'

const list = (id: string, name: string, ...space_ids: string[]) => ({
  id,
  name,
  share_key: null,
  unlisted: 0,
  space_ids,
})

test('withSpace creates the list "Favorites" for the first saved space', () => {
  expect(withSpace([], 'a')).toMatchObject([{ name: 'Favorites', space_ids: ['a'] }])
})

test('withSpace adds a space to "Favorites" or to the chosen list, before older spaces and without duplicates', () => {
  const lists = [list('1', 'Shoots', 'b'), list('2', 'Favorites', 'b')]
  expect(withSpace(lists, 'a')).toEqual([lists[0], list('2', 'Favorites', 'a', 'b')])
  expect(withSpace(lists, 'a', '1')).toEqual([list('1', 'Shoots', 'a', 'b'), lists[1]])
  expect(withSpace(lists, 'b')).toEqual(lists)
})

test('withoutSpace removes a space from one list or from all lists', () => {
  const lists = [list('1', 'Shoots', 'a', 'b'), list('2', 'Favorites', 'a')]
  expect(withoutSpace(lists, 'a', '1')).toEqual([list('1', 'Shoots', 'b'), lists[1]])
  expect(withoutSpace(lists, 'a')).toEqual([list('1', 'Shoots', 'b'), list('2', 'Favorites')])
})

test('deletionText counts only the spaces that no other list keeps', () => {
  const list1 = list('1', 'Shoots', 'a', 'b')
  const textWith = (...kept: string[]) =>
    deletionText([list1, list('2', 'Favorites', ...kept)], list1)
  expect(textWith('c')).toBe('The list and its 2 saved spaces disappear from your favorites.')
  expect(textWith('a')).toBe(
    'The list and 1 of its 2 saved spaces disappear from your favorites. Your other lists keep the rest.',
  )
  expect(textWith('a', 'b')).toBe('Your other lists keep all its saved spaces.')
  expect(deletionText([], list('1', 'Shoots'))).toBe('')
  expect(deletionText([], { ...list('1', 'Shoots'), unlisted: 2 })).toBe(
    'The list and its 2 saved spaces, which could be listed again, disappear from your favorites.',
  )
})
