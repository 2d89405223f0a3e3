import type { Session } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { isWhole } from './session-level.ts'

const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

const session = (aal: string, ...statuses: string[]) =>
  ({
    access_token: token({ aal, name: '¿Zoë? ÿÿÿ>>>' }),
    user: { factors: statuses.map((status) => ({ status })) },
  }) as unknown as Session

test.each([
  ['without factors the password is enough', session('aal1'), true],
  ['a factor that was never verified asks for nothing', session('aal1', 'unverified'), true],
  ['a verified one does', session('aal1', 'unverified', 'verified'), false],
  ['and is content once it was given', session('aal2', 'verified'), true],
])('%s', (_name, given, expected) => {
  expect(isWhole(given)).toBe(expected)
})
