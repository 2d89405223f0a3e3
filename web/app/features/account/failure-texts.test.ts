import { AuthClient, AuthWeakPasswordError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { failureText, weakPasswordReasons } from './failure-texts.ts'
import { passwordRules } from './new-password-field.tsx'
import { authenticate } from './authenticate.ts'

const refusal = (code: string, message = '') => Object.assign(new Error(message), { code })
const inSeconds = (seconds: number) =>
  `For security purposes, you can only request this after ${seconds} seconds.`

test.each([
  ['over_request_rate_limit', inSeconds(41), 'wait 41 seconds'],
  ['over_request_rate_limit', inSeconds(1), 'wait a second'],
  [
    'over_request_rate_limit',
    'Too many wrong codes: please try again after 290 seconds.',
    '5 minutes',
  ],
  ['over_request_rate_limit', 'Slow down', 'wait a few minutes'],
  ['over_email_send_rate_limit', inSeconds(12), 'wait 12 seconds'],
  ['over_sms_send_rate_limit', inSeconds(3600), 'wait 60 minutes'],
])('failureText for the code %s and the message “%s” contains: %s', (code, message, said) => {
  expect(failureText(refusal(code, message))).toContain(said)
})

test.each([
  ['user_banned', 'write to hello@hourspace.demo'],
  ['saml_relay_state_not_found', 'start again here'],
  ['saml_relay_state_expired', 'took too long'],
  ['sso_domain_mismatch', 'another domain'],
  ['saml_assertion_no_email', 'share your email with us'],
  ['account_email_not_proven', 'an emailed code'],
  ['provider_email_needs_verification', 'Confirm it there'],
  ['captcha_failed', 'you are human'],
])('failureText explains the error code %s with the text %j', (code, said) => {
  expect(failureText(refusal(code, 'words for programs'))).toContain(said)
})

test.each([
  ['mfa_challenge_expired', 'MFA challenge 1 has expired, verify against another challenge'],
  ['mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'],
])('failureText for %s with the message “%s” offers another code', (code, message) => {
  expect(failureText(refusal(code, message))).toBe(
    'This code has expired. Please choose “Text me another code”.',
  )
})

test('failureText for provider_email_needs_verification mentions the link in the confirmation email', () => {
  const message =
    'Unverified email with Google. A confirmation email has been sent to your Google email'
  const text = failureText(refusal('provider_email_needs_verification', message))
  expect(text).toContain('Follow the link in that email')
})

test('failureText returns our own text for gateway errors and empty responses', async () => {
  for (const answer of ['<html>Bad Gateway</html>', '']) {
    for (const status of [413, 502, 503, 504]) {
      const auth = new AuthClient({
        url: 'https://hourspace.example',
        fetch: () => Promise.resolve(new Response(answer, { status })),
        persistSession: false,
      })
      const { error } = await auth.signInWithPassword({ email: 'a@example.com', password: 'x' })
      expect(failureText(error)).toBe(
        'An error occurred on our side. Please try again in a moment.',
      )
    }
  }
})

test("failureText returns undefined for invalid_credentials, so that the backend's text is shown", () => {
  expect(failureText(refusal('invalid_credentials', 'Invalid login credentials'))).toBeUndefined()
  expect(failureText('no')).toBeUndefined()
})

test('weakPasswordReasons returns a text for each reason of a weak_password error', () => {
  const error = new AuthWeakPasswordError('Password is too weak', 422, ['length', 'pwned'])
  expect(weakPasswordReasons(error)).toEqual([
    'This password is too short. Add another word.',
    'This password is easy to guess or was leaked. Use several unrelated words instead.',
  ])
})

test('weakPasswordReasons returns an empty list for errors other than weak_password', () => {
  expect(weakPasswordReasons(new Error('Invalid login credentials'))).toEqual([])
  expect(weakPasswordReasons('no')).toEqual([])
})

test.each([
  ['', 'secret'],
  ['a@example.com', ''],
])('authenticate refuses email %j with password %j without a request', async (email, password) => {
  await expect(authenticate('sign-in', email, password)).rejects.toThrow(
    'You must provide either an email or phone number and a password',
  )
})

test.each([
  [undefined, undefined, 'At least 8 characters.'],
  [12, undefined, 'At least 12 characters.'],
  [8, ['abcXYZ', '0123456789'], 'At least 8 characters, with a letter and a number.'],
  [
    10,
    ['abc', 'ABC', '0123456789', '!?'],
    'At least 10 characters, with a lowercase letter, an uppercase letter, a number, and a symbol.',
  ],
])(
  'a minimum password length of %j with the required characters %j shows the rule %j',
  (minLength, characters, rule) => {
    expect(passwordRules(minLength, characters)).toContain(rule)
  },
)
