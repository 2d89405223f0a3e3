import { expect, test } from 'vitest'
import { longestMessage } from '#web/data/messages.ts'
import { lengthProblem } from './message-length.ts'

test('a message with the maximum length has no length problem', () => {
  expect(lengthProblem('x'.repeat(longestMessage))).toBeNull()
})

test.each([
  [1, 'This message is 1 character too long. Shorten it, or send it in parts.'],
  [1000, 'This message is 1,000 characters too long. Shorten it, or send it in parts.'],
])('a message that is %i characters too long says so', (extra, text) => {
  expect(lengthProblem('x'.repeat(longestMessage + extra))).toBe(text)
})
