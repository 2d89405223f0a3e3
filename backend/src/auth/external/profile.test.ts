import { expect, test } from 'vitest'
import { createProfile } from './profile.ts'

const found = { subject: '1', issuer: 'https://id.example', isEmailVerified: true }

test.each([
  ['Mike@Example.com', 'mike@example.com'],
  [' mike@example.com ', 'mike@example.com'],
  // The first email contains a Kelvin sign (U+212A), whose lower case is the ASCII letter k.
  ['mi\u212Ae@example.com', null],
  ['mike@example.com\r\nBcc: x@example.com', null],
  ['mike', null],
  [null, null],
])(
  'createProfile converts the provider email %j to %j, and only a valid email counts as verified',
  (email, address) => {
    const profile = createProfile({ ...found, email })
    expect(profile).toMatchObject({ email: address, isEmailVerified: address !== null })
  },
)
