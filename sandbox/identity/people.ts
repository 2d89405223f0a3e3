import { createHash } from 'node:crypto'

/** Somebody as an identity provider knows them. */
export type Person = {
  /** Stays the same for the same address, so that whoever comes again is known again. */
  id: string
  name: string
  email: string
  /** Whether the provider has made sure that the address is theirs. */
  emailVerified: boolean
  /** Their name where names are without spaces. */
  login: string
}

/** A person made from what a form or a test says. */
export function personOf(facts: { name?: string; email: string; emailVerified: boolean }): Person {
  const email = facts.email.trim()
  const login = email.split('@')[0] || 'somebody'
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return {
    // Digits only, as plain OAuth 2 providers number people and OpenID Connect ones do not mind.
    id: String(parseInt(digest.slice(0, 12), 16)),
    name: facts.name?.trim() || login,
    email,
    emailVerified: facts.emailVerified,
    login,
  }
}

/** Who has an account from the start. */
export const people: readonly Person[] = [
  { name: 'Ines Calder', email: 'ines@calder.example', emailVerified: true },
  { name: 'Kofi Larsen', email: 'kofi@larsen.example', emailVerified: true },
  { name: 'Yuna Petrov', email: 'yuna@petrov.example', emailVerified: true },
  { name: 'Theo Marsh', email: 'theo@marsh.example', emailVerified: false },
].map(personOf)

/** One of `people` by id. */
export function findPerson(id: string): Person | undefined {
  return people.find((person) => person.id === id)
}
