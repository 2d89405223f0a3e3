import { expect, test } from 'vitest'
import { piecesOf, plainText } from './inline-text.ts'

test('links and stress come out of a text in order', () => {
  expect(piecesOf('Ask [us](/contact) **today**.')).toEqual([
    { text: 'Ask ' },
    { text: 'us', to: '/contact' },
    { text: ' ' },
    { text: 'today', strong: true },
    { text: '.' },
  ])
})

test('a text without marks stays whole, brackets and stars of its own included', () => {
  expect(piecesOf('2 * 3 [sic]')).toEqual([{ text: '2 * 3 [sic]' }])
})

test('plain text keeps the words and drops the addresses', () => {
  expect(plainText('Ask [us](/contact) **today**.')).toBe('Ask us today.')
})
