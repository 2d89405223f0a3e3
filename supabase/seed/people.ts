import { idOf } from './ids.ts'

/** The demo users. They share a password, which the README publishes. */
type DemoPerson = {
  name: string
  fullName: string
  role: 'host' | 'guest' | 'admin'
  /** True if the host has completed Stripe onboarding and can receive payouts. */
  isConnected?: boolean
}

export const demoPassword = 'hourspace-demo'

export const people: readonly DemoPerson[] = [
  { name: 'maya', fullName: 'Maya Castillo', role: 'host', isConnected: true },
  { name: 'kenji', fullName: 'Kenji Watanabe', role: 'host', isConnected: true },
  { name: 'sofia', fullName: 'Sofia Marchetti', role: 'host' },
  { name: 'liam', fullName: 'Liam O’Connor', role: 'guest' },
  { name: 'aiko', fullName: 'Aiko Tanaka', role: 'guest' },
  { name: 'noah', fullName: 'Noah Bergmann', role: 'guest' },
  { name: 'emma', fullName: 'Emma Laurent', role: 'guest' },
  { name: 'omar', fullName: 'Omar Haddad', role: 'guest' },
  { name: 'ada', fullName: 'Ada Okafor', role: 'admin' },
  { name: 'grace', fullName: 'Grace Lindqvist', role: 'admin' },
]

export const guests = people.filter((person) => person.role === 'guest')

export const connectedHosts = people.filter((person) => person.isConnected)

/**
 * Returns the same id in every database, so that demo accounts can be found after a dump has been
 * restored.
 */
export const personId = (name: string) => idOf('person', name)

export const emailOf = (person: Pick<DemoPerson, 'name'>) => `${person.name}@hourspace.demo`
