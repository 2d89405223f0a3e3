import { expect, test } from 'vitest'
import { passwordRules } from './password-rules.ts'

test.each([
  [undefined, 'At least 6 characters.'],
  [12, 'At least 12 characters.'],
])('with %j as the least length the rule is %j', (minLength, rule) => {
  expect(passwordRules(minLength)).toContain(rule)
})
