import type { User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { accountOf } from './own-account.ts'

const user: User = {
  id: '1',
  aud: 'authenticated',
  email: 'mara@example.com',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T10:00:00Z',
}

test.each([
  ['by autoconfirm at sign-up', false, { email_confirmed_at: '2026-11-21T10:00:00Z' }],
  [
    'after the last confirmation email',
    true,
    { confirmation_sent_at: '2026-11-21T10:00:00Z', email_confirmed_at: '2026-11-21T10:01:00Z' },
  ],
  [
    'before the last confirmation email',
    false,
    { confirmation_sent_at: '2026-11-21T10:02:00Z', email_confirmed_at: '2026-11-21T10:01:00Z' },
  ],
  [
    'not since the last confirmation email',
    false,
    { confirmation_sent_at: '2026-11-21T10:02:00Z' },
  ],
])('an email that was confirmed %s counts as verified: %s', (_, isEmailVerified, facts) => {
  expect(accountOf({ ...user, ...facts }).isEmailVerified).toBe(isEmailVerified)
})

test.each([
  ['has verified it', { email: 'Mara@example.com', email_verified: true }, true],
  ['has not verified it', { email: 'mara@example.com', email_verified: false }, false],
  ['has verified another', { email: 'm@example.com', email_verified: true }, false],
])('an email is verified by an identity provider that %s', (_, said, isEmailVerified) => {
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
