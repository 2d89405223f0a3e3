import { expect, test } from 'vitest'
import { questions } from '#web/content/help/questions.server.ts'
import { searchQuestions } from './questions.ts'

const found = (text: string) => searchQuestions(questions, text).map(({ id }) => id)

test('the help search returns every question if the search text is empty', () => {
  expect(found('  ')).toHaveLength(questions.length)
})

test('the help search finds questions by words in the answer and by synonyms', () => {
  expect(found('3 to 5 business days')).toEqual(['when-am-i-paid'])
  expect(found('forgot password')).toContain('cannot-sign-in')
  expect(found('gdpr')).toContain('download-or-delete-my-data')
})

test('the help search returns only questions that contain every search word', () => {
  expect(found('refund')).toContain('when-the-refund-arrives')
  expect(found('refund stripe')).not.toContain('when-the-refund-arrives')
})

test('the help search ignores case, accents and word endings, and matches words by prefix', () => {
  expect(found('PAYOUTS')).toContain('when-am-i-paid')
  expect(found('cancelling')).toContain('cancel-a-booking')
  expect(found('refúnd')).toContain('cancel-a-booking')
  expect(found('reschedu')).toEqual(['change-a-booking'])
})

test('the help search lists matches in the question before matches in the answer', () => {
  expect(found('refund')[0]).toBe('when-the-refund-arrives')
})

test('the help search accepts a whole question as search text', () => {
  expect(found('How do I cancel?')).toContain('cancel-a-booking')
})

test('the help search returns no questions for unknown words', () => {
  expect(found('xylophone')).toEqual([])
})
