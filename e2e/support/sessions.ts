import type { AuthResponse, AuthTokenResponsePassword } from '@supabase/supabase-js'
import { newAddress, password } from './people.ts'
import type { World } from './worlds.ts'

/** Who looks at a screen. A newcomer has an account and nothing else yet. */
export type Person = 'visitor' | 'newcomer' | 'user' | 'host' | 'admin'

/** People of the demo, who have something to see. */
export const demoPeople = {
  user: { email: 'liam@hourspace.demo', fullName: 'Liam O’Connor' },
  host: { email: 'maya@hourspace.demo', fullName: 'Maya Castillo' },
  admin: { email: 'ada@hourspace.demo', fullName: 'Ada Okafor' },
} as const

const demoPassword = 'hourspace-demo'

/** Where the product keeps a session. */
const sessionKey = 'hourspace-session'

/** What a browser has stored. */
export type Storage = {
  cookies: []
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

/** What a browser has stored once somebody has signed in with this answer. Throws where it is a refusal. */
export function storageOf(
  { data, error }: AuthResponse | AuthTokenResponsePassword,
  origin: string,
): Storage {
  if (error) throw error
  const localStorage = [{ name: sessionKey, value: JSON.stringify(data.session) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/** What the browser of somebody remembers who has signed in before: no dialog is gone through. */
export async function rememberedBy(person: Person, world: World, origin: string): Promise<Storage> {
  if (person === 'visitor') return { cookies: [], origins: [] }
  const { auth } = world.visitor()
  const answer =
    person === 'newcomer'
      ? await auth.signUp({ email: newAddress('nia'), password })
      : await auth.signInWithPassword({ email: demoPeople[person].email, password: demoPassword })
  return storageOf(answer, origin)
}
