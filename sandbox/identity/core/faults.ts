import type { Fault } from '../pages/choose.ts'

const answerFaults = {
  'access-denied': 'the provider denies access',
  'wrong-state': 'the response has a different state',
  'wrong-code': 'the response has a code that was never issued',
} as const

const tokenFaults = {
  'wrong-nonce': 'the ID token has a different nonce',
  'no-nonce': 'the ID token has no nonce',
  'wrong-audience': 'the ID token is for another application',
  'wrong-issuer': 'the ID token has a different issuer',
  expired: 'the ID token has expired',
  'alg-none': 'the ID token is not signed',
  'key-confusion': 'the ID token is signed with the public key as a secret',
  'foreign-key': 'the ID token is signed with a key that was never published',
} as const

const profileFaults = { 'no-email': 'the provider returns no email' } as const

export type TokenFault = keyof typeof tokenFaults
export type FaultName = keyof typeof answerFaults | keyof typeof profileFaults | TokenFault

export function listed(faults: Record<string, string>): Fault[] {
  return Object.entries(faults).map(([name, label]) => ({ name, label }))
}

export const oidcFaults = listed({ ...answerFaults, ...tokenFaults, ...profileFaults })
export const oauth2Faults = listed({ ...answerFaults, ...profileFaults })

export function readFault(name: string | undefined): FaultName | null {
  return oidcFaults.some((fault) => fault.name === name) ? (name as FaultName) : null
}
