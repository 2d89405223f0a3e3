import { expect, test } from 'vitest'
import { answerRefundQuestion } from './refund-question.server.ts'

const ask = (query: Record<string, string>) => answerRefundQuestion(new URLSearchParams(query))

test.each([
  ['flexible', '24', 'hours', '$220.00'],
  ['flexible', '23', 'hours', '$0.00'],
  ['moderate', '5', 'days', '$220.00'],
  ['moderate', '4', 'days', '$0.00'],
  ['strict', '7', 'days', '$110.00'],
  ['strict', '6', 'days', '$0.00'],
])(
  'the refund calculator for $220 under the %s policy, cancelled %s %s before the start, returns %s',
  (policy, notice, unit, refund) => {
    expect(ask({ policy, paid: '220', notice, unit }).answer?.refund).toBe(refund)
  },
)

test('the refund calculator shows no result and no errors if the URL contains no input', () => {
  expect(ask({})).toEqual({
    question: { policy: 'flexible', paid: '', notice: '', unit: 'days' },
  })
})

test("the refund calculator reports invalid fields and keeps the user's input", () => {
  expect(ask({ policy: 'strict', paid: 'a lot', notice: '', unit: 'hours' })).toEqual({
    question: { policy: 'strict', paid: 'a lot', notice: '', unit: 'hours' },
    errors: {
      paid: 'Please enter an amount such as 220',
      notice: 'Please enter a whole number',
    },
  })
  expect(ask({ policy: 'toString', paid: '1', notice: '1.5', unit: 'years' })).toEqual({
    question: { policy: 'flexible', paid: '1', notice: '1.5', unit: 'days' },
    errors: { notice: 'Please enter a whole number' },
  })
})
