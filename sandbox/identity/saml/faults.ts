import type { Fault } from '../pages/choose.ts'

const faults = {
  'access-denied': 'the provider says no',
  unsigned: 'the assertion is not signed',
  'foreign-key': 'the assertion is signed with a key that was never published',
  'wrong-audience': 'the assertion is for another application',
  expired: 'the assertion has expired',
} as const

/** What may go wrong on the way back from the SAML provider. */
export type SamlFault = keyof typeof faults

export const samlFaults: Fault[] = Object.entries(faults).map(([name, label]) => ({ name, label }))

/** The fault a form asks for, or null. */
export function readSamlFault(name: string | undefined): SamlFault | null {
  return name !== undefined && Object.hasOwn(faults, name) ? (name as SamlFault) : null
}
