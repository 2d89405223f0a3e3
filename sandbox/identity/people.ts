import { createHash } from 'node:crypto'

export type Person = {
  /** `id` is derived from the email, so that a person has the same id in every sign-in. */
  id: string
  name: string
  email: string
  emailVerified: boolean
  login: string
}

export function personOf(facts: { name?: string; email: string; emailVerified: boolean }): Person {
  const email = facts.email.trim()
  const login = email.split('@')[0] || 'user'
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return {
    id: String(parseInt(digest.slice(0, 12), 16)),
    name: facts.name?.trim() || login,
    email,
    emailVerified: facts.emailVerified,
    login,
  }
}

export const people: readonly Person[] = [
  { name: 'Ines Calder', email: 'ines@calder.example', emailVerified: true },
  { name: 'Kofi Larsen', email: 'kofi@larsen.example', emailVerified: true },
  { name: 'Yuna Petrov', email: 'yuna@petrov.example', emailVerified: true },
  { name: 'Theo Marsh', email: 'theo@marsh.example', emailVerified: false },
].map(personOf)

export function findPerson(id: string): Person | undefined {
  return people.find((person) => person.id === id)
}
