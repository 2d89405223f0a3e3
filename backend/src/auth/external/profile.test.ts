import { expect, test } from 'vitest'
import { createProfile } from './profile.ts'

const found = { subject: '1', issuer: 'https://id.example', isEmailVerified: true }

test.each([
  ['Mike@Example.com', 'mike@example.com'],
  [' mike@example.com ', 'mike@example.com'],
  // A Kelvin sign, which is another letter, and a 'k' in lower case.
  ['mi\u212Ae@example.com', null],
  ['mike@example.com\r\nBcc: x@example.com', null],
  ['mike', null],
  [null, null],
])('of %j the address is %j, and only an address is verified', (email, address) => {
  const profile = createProfile({ ...found, email })
  expect(profile).toMatchObject({ email: address, isEmailVerified: address !== null })
})
