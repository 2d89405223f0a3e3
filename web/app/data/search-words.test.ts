import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test('searchWords treats straight and curly apostrophes of names alike, and leaves emails as they are', () => {
  expect(searchWords("Liam O'Connor")).toBe(searchWords('Liam O’Connor'))
  expect(searchWords("o'connor@example.com")).toBe("o'connor@example.com")
})
