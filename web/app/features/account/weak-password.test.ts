import { AuthWeakPasswordError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { authenticate } from './authenticate.ts'
import { weaknesses } from './weak-password.ts'

test('each reason why a password is too weak is said in words', () => {
  const error = new AuthWeakPasswordError('Password is too weak', 422, ['length', 'pwned'])
  expect(weaknesses(error)).toEqual([
    'It is too short.',
    'It is known from a leak, and the first that others would try.',
  ])
})

test('other refusals have no such reasons', () => {
  expect(weaknesses(new Error('Invalid login credentials'))).toEqual([])
  expect(weaknesses('no')).toEqual([])
})

test.each([
  ['', 'secret'],
  ['a@example.com', ''],
])('without an address or a password (%j, %j) nothing is asked', async (email, password) => {
  await expect(authenticate('sign-in', email, password)).rejects.toThrow(
    'You must provide either an email or phone number and a password',
  )
})
