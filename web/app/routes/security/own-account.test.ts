import type { User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { accountOf, unlinkText } from './own-account.ts'

const user: User = {
  id: '1',
  aud: 'authenticated',
  email: 'mara@example.com',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T10:00:00Z',
}

test.each([
  ['confirmed by autoconfirm at sign-up', false, { email_confirmed_at: '2026-11-21T10:00:00Z' }],
  [
    'confirmed after the last confirmation email',
    true,
    { confirmation_sent_at: '2026-11-21T10:00:00Z', email_confirmed_at: '2026-11-21T10:01:00Z' },
  ],
  [
    'confirmed before the last confirmation email',
    false,
    { confirmation_sent_at: '2026-11-21T10:02:00Z', email_confirmed_at: '2026-11-21T10:01:00Z' },
  ],
  [
    'not confirmed since the last confirmation email',
    false,
    { confirmation_sent_at: '2026-11-21T10:02:00Z' },
  ],
])('an email that was %s counts as verified: %s', (_, isEmailVerified, facts) => {
  expect(accountOf({ ...user, ...facts }).isEmailVerified).toBe(isEmailVerified)
})

test.each([
  ['has verified it', true, { email: 'Mara@example.com', email_verified: true }],
  ['has not verified it', false, { email: 'mara@example.com', email_verified: false }],
  ['has verified another email', false, { email: 'm@example.com', email_verified: true }],
])('an email whose identity provider %s counts as verified: %s', (_, isEmailVerified, said) => {
  const identity = { id: 'i', identity_id: 'i', user_id: '1', provider: 'google' }
  const account = accountOf({
    ...user,
    email_confirmed_at: user.created_at,
    identities: [{ ...identity, identity_data: said }],
  })
  expect(account).toMatchObject({ isEmailVerified, mayAddFactor: isEmailVerified })
})

test('accountOf lists only verified second factors, with their names', () => {
  const factor = { id: 'f', created_at: user.created_at, updated_at: user.created_at }
  const { factors } = accountOf({
    ...user,
    factors: [
      { ...factor, factor_type: 'totp', status: 'verified', friendly_name: 'Old phone' },
      { ...factor, factor_type: 'phone', status: 'verified' },
      { ...factor, factor_type: 'totp', status: 'unverified' },
    ],
  })
  expect(factors.map(({ name }) => name)).toEqual(['Old phone', 'Phone'])
})

const identity = (provider: string, email: string) => ({
  id: provider,
  identity_id: provider,
  user_id: '1',
  provider,
  identity_data: { email, email_verified: true },
})

test.each([
  [
    'Email says that the password is removed and names the new email',
    'email',
    [identity('email', 'mara@example.com'), identity('google', 'm@example.com')],
    'Your password will be removed. Your email will become m@example.com.',
  ],
  [
    'Email names no new email if another identity has the same email',
    'email',
    [identity('email', 'mara@example.com'), identity('google', 'Mara@example.com')],
    'Your password will be removed.',
  ],
  [
    'a phone does not offer to link it again',
    'phone',
    [identity('email', 'mara@example.com'), identity('phone', '')],
    'You’ll no longer be able to sign in with it.',
  ],
  [
    'Google says that it can be linked again',
    'google',
    [identity('email', 'mara@example.com'), identity('google', 'm@example.com')],
    'You’ll no longer be able to sign in with it. You can link it again at any time.',
  ],
])('the dialog about unlinking %s', (_, provider, identities, text) => {
  const leaving = identities.find((one) => one.provider === provider)!
  const account = { email: 'mara@example.com', identities }
  expect(unlinkText(account, leaving, provider === 'google')).toBe(text)
})

test.each([
  ['sso:1', true],
  ['google', false],
])('an account with the identity %s is managed by an organization: %s', (provider, isManaged) => {
  const account = accountOf({ ...user, identities: [identity(provider, 'mara@example.com')] })
  expect(account.isManagedByCompany).toBe(isManaged)
})
