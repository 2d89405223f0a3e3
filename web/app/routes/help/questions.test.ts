import { expect, test } from 'vitest'
import { questions } from '#web/content/help/questions.server.ts'
import { searchQuestions } from './questions.ts'

const found = (text: string) => searchQuestions(questions, text).map(({ id }) => id)

test('without a word every question is there', () => {
  expect(found('  ')).toHaveLength(questions.length)
})

test('a question is found by words of its answer and by other names for the same thing', () => {
  expect(found('3 to 5 business days')).toEqual(['when-am-i-paid'])
  expect(found('forgot password')).toContain('cannot-sign-in')
  expect(found('gdpr')).toContain('download-or-delete-my-data')
})

test('every word has to be there', () => {
  expect(found('refund')).toContain('when-the-refund-arrives')
  expect(found('refund stripe')).not.toContain('when-the-refund-arrives')
})

test('capitals, accents, endings and unfinished words do not matter', () => {
  expect(found('PAYOUTS')).toContain('when-am-i-paid')
  expect(found('cancelling')).toContain('cancel-a-booking')
  expect(found('refúnd')).toContain('cancel-a-booking')
  expect(found('reschedu')).toEqual(['change-a-booking'])
})

test('a hit in the question comes before one in an answer', () => {
  expect(found('refund')[0]).toBe('when-the-refund-arrives')
})

test('a whole question may be typed', () => {
  expect(found('How do I cancel?')).toContain('cancel-a-booking')
})

test('nonsense finds nothing', () => {
  expect(found('xylophone')).toEqual([])
})
