import { expect, test } from 'vitest'
import { usableFactors } from './second-factor.ts'

const factor = (id: string, factor_type: string, status: string, friendly_name?: string) => ({
  id,
  factor_type,
  status,
  friendly_name,
})

test('what was verified, and what people can type a code of, is offered by its name', () => {
  const factors = [
    factor('1', 'totp', 'verified', 'My tablet'),
    factor('2', 'totp', 'unverified'),
    factor('3', 'phone', 'verified'),
    factor('4', 'webauthn', 'verified'),
    factor('5', 'totp', 'verified', ''),
  ]
  expect(usableFactors(factors)).toEqual([
    { id: '1', kind: 'totp', name: 'My tablet' },
    { id: '3', kind: 'phone', name: 'Text message' },
    { id: '5', kind: 'totp', name: 'Authenticator app' },
  ])
})
