import { expect, test } from 'vitest'
import { blockText, piecesOf, plainText, readingMinutes } from './inline-text.ts'

test('piecesOf splits a text into plain text, links and emphasized words, in their order', () => {
  expect(piecesOf('Ask [us](/contact) **today**.')).toEqual([
    { text: 'Ask ' },
    { text: 'us', to: '/contact' },
    { text: ' ' },
    { text: 'today', strong: true },
    { text: '.' },
  ])
})

test('piecesOf keeps brackets and asterisks that are not markup', () => {
  expect(piecesOf('2 * 3 [sic]')).toEqual([{ text: '2 * 3 [sic]' }])
})

test('plainText keeps the text of a link and drops its URL', () => {
  expect(plainText('Ask [us](/contact) **today**.')).toBe('Ask us today.')
})

test('blockText returns the text of lists, facts, tables and quotes, and "" for a picture without a caption', () => {
  expect(blockText({ list: ['Bring [tape](/x)', 'and felt'] })).toBe('Bring tape and felt')
  expect(blockText({ facts: [['Rental', '**$120**']] })).toBe('Rental $120')
  expect(blockText({ table: { caption: 'Prices', head: ['City'], rows: [['Tampa']] } })).toBe(
    'Prices City Tampa',
  )
  expect(blockText({ quote: 'Quiet.', who: 'A host' })).toBe('Quiet. A host')
  expect(blockText({ picture: { src: '/x.webp', alt: 'A door', width: 1, height: 1 } })).toBe('')
})

test('readingMinutes assumes 220 words per minute and returns at least 1', () => {
  expect(readingMinutes(['word '.repeat(660)])).toBe(3)
  expect(readingMinutes([])).toBe(1)
})
