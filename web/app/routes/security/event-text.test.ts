import { expect, test } from 'vitest'
import { deviceName, eventText, withoutRepeatedChanges } from './event-text.ts'

test.each([
  ['login', {}, 'Signed in'],
  ['login', { provider: 'github' }, 'Signed in with GitHub'],
  ['identity_linked', { provider: 'google' }, 'Google linked'],
  ['factor_unenrolled', { factor_type: 'phone' }, 'Two-step verification with a phone removed'],
  ['verification_attempted', { success: false }, 'A wrong code was entered'],
  ['verification_attempted', { success: true }, 'Confirmed with a code'],
  ['user_updated_password', {}, 'Password changed'],
  ['something_new', {}, 'Something new'],
])('the security event %s with the details %o is shown as "%s"', (action, facts, text) => {
  expect(eventText({ action, facts })).toBe(text)
})

test.each([
  ['user_updated_password', 'user_modified', ['user_updated_password']],
  ['user_modified', 'user_email_changed', ['user_email_changed']],
  ['user_modified', 'login', ['user_modified', 'login']],
])('a %s event at the time of a %s event is shown as %j', (first, second, shown) => {
  const event = (action: string, created_at: string) => ({
    id: `${action} ${created_at}`,
    action,
    created_at,
    user_agent: null,
    ip: null,
    facts: {},
  })
  const old = event('user_modified', '2026-11-27T09:00:00Z')
  const events = [
    event(first, '2026-11-28T09:00:00.250Z'),
    event(second, '2026-11-28T09:00:00Z'),
    old,
  ]
  const rest = withoutRepeatedChanges(events)
  expect(rest.map(({ action }) => action)).toEqual([...shown, old.action])
})

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
    'Safari on Mac',
  ],
  ['curl/8.5', 'Unknown device'],
  [null, 'Unknown device'],
])('deviceName for the user agent %s returns "%s"', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
