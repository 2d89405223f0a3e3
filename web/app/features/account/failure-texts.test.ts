import { expect, test } from 'vitest'
import { failureText } from './failure-texts.ts'

test.each([
  ['over_request_rate_limit', 'Too many attempts. Please wait a few minutes, then try again.'],
  ['single_identity_not_deletable', 'This is the only way into your account, so it has to stay.'],
])('%s is said in words for people', (code, text) => {
  expect(failureText({ code, message: 'for programs' })).toBe(text)
})

test('of a refusal without words of ours, the backend’s own are left', () => {
  expect(failureText({ code: 'over_email_send_rate_limit' })).toBeUndefined()
  expect(failureText(new Error('no code'))).toBeUndefined()
  expect(failureText(undefined)).toBeUndefined()
})
