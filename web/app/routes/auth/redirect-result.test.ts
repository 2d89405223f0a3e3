import { expect, test } from 'vitest'
import { failureText } from '#web/features/account/failure-texts.ts'
import { isLinkSpent, linkFailure, refusalIn } from './redirect-result.ts'

const expired = '#error=access_denied&error_code=otp_expired&error_description=Too+late'

test("refusalIn reads the error of a redirect from the URL's hash or query", () => {
  expect(refusalIn({ search: '', hash: expired })).toMatchObject({
    message: 'Too late',
    code: 'otp_expired',
  })
  expect(refusalIn({ search: '?error=server_error', hash: '' })).toMatchObject({
    message: 'The sign-in was refused',
  })
  expect(refusalIn({ search: '?next=/explore', hash: '#list' })).toBeNull()
})

test('linkFailure returns the title and message for a failed email link or redirect', () => {
  expect(linkFailure(refusalIn({ search: '', hash: expired })).title).toBe('This link has expired')
  expect(linkFailure({ code: 'bad_oauth_state' }).title).toBe(
    'This sign-in started in another browser',
  )
  const stayedAway = refusalIn({ search: '?error=access_denied&error_description=no', hash: '' })
  // A signed-in user who cancels linking an account reads this title too.
  expect(linkFailure(stayedAway).title).toBe('Nothing has changed')
  expect(linkFailure(new Error('You said no'))).toEqual({
    title: 'That sign-in did not work',
    description: 'You said no',
  })
})

test.each([
  'saml_relay_state_not_found',
  'saml_relay_state_expired',
  'sso_domain_mismatch',
  'saml_assertion_no_email',
  'account_email_not_proven',
  'provider_email_needs_verification',
  'captcha_failed',
])('a failed email link shows the same text as a form for the error code %s', (code) => {
  const failure = Object.assign(new Error('words for programs'), { code })
  expect(failureText(failure)).toBeTruthy()
  expect(linkFailure(failure).description).toBe(failureText(failure))
})

test('isLinkSpent returns true for errors with status 400, 403 or 410, and false for network errors, rate limits and server errors', () => {
  const spent = (status: number) => isLinkSpent(Object.assign(new Error('no'), { status }))
  expect([400, 403, 410].map(spent)).toEqual([true, true, true])
  expect([0, 429, 500, 503].map(spent)).toEqual([false, false, false, false])
  expect(isLinkSpent(new TypeError('Failed to fetch'))).toBe(false)
  expect(isLinkSpent(undefined)).toBe(false)
})
