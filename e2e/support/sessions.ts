import type { AuthResponse, AuthTokenResponsePassword } from '@supabase/supabase-js'
import { newAddress, password } from './accounts.ts'
import type { TestClients } from './instances.ts'

/** Who looks at a screen. A newcomer has an account and nothing else yet. */
export type Persona = 'visitor' | 'new-user' | 'user' | 'host' | 'admin'

/** People of the demo, who have something to see. */
export const demoAccounts = {
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
export async function rememberedBy(
  persona: Persona,
  clients: TestClients,
  origin: string,
): Promise<Storage> {
  if (persona === 'visitor') return { cookies: [], origins: [] }
  const { auth } = clients.visitor()
  const answer =
    persona === 'new-user'
      ? await auth.signUp({ email: newAddress('nia'), password })
      : await auth.signInWithPassword({
          email: demoAccounts[persona].email,
          password: demoPassword,
        })
  return storageOf(answer, origin)
}
