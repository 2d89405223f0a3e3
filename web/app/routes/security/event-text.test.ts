import { expect, test } from 'vitest'
import { eventText } from './event-text.ts'

test.each([
  ['login', {}, 'Signed in'],
  ['login', { provider: 'github' }, 'Signed in with GitHub'],
  ['identity_linked', { provider: 'google' }, 'Google linked'],
  ['factor_unenrolled', { factor_type: 'phone' }, 'Two-step verification with a phone removed'],
  ['verification_attempted', { success: false }, 'A wrong code was entered'],
  ['verification_attempted', { success: true }, 'Confirmed with a code'],
  ['user_updated_password', {}, 'Password changed'],
  ['something_new', {}, 'Something new'],
])('%s is told as "%s"', (action, facts, text) => {
  expect(eventText({ action, facts })).toBe(text)
})
