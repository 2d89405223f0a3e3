import type { AuthResponse, AuthTokenResponsePassword } from '@supabase/supabase-js'
import { newAccount, password } from './accounts.ts'
import type { TestClients } from './instances.ts'

/** The kind of user in a browser. `new-user` has an account with only a name. */
export type Persona = 'visitor' | 'new-user' | 'user' | 'host' | 'admin'

export const demoAccounts = {
  user: { email: 'liam@hourspace.demo', fullName: 'Liam O’Connor' },
  host: { email: 'maya@hourspace.demo', fullName: 'Maya Castillo' },
  admin: { email: 'ada@hourspace.demo', fullName: 'Ada Okafor' },
} as const

const demoPassword = 'hourspace-demo'

/** The localStorage key of the session. */
const sessionKey = 'hourspace-session'

/** Playwright's storage state of a browser: cookies and localStorage. */
type Storage = {
  cookies: []
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

/**
 * Returns the storage state of a browser with the session of a sign-in response. Throws the error
 * of a failed sign-in.
 */
export function storageOf(
  { data, error }: AuthResponse | AuthTokenResponsePassword,
  origin: string,
): Storage {
  if (error) throw error
  const localStorage = [
    { name: sessionKey, value: JSON.stringify(data.session) },
    // Suppresses the one-time prompt that asks an admin to set up a second factor.
    { name: 'hourspace-two-step-asked', value: data.user?.id ?? '' },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/** Signs a user in, or `new-user` up, through the API. Returns the storage state of a browser. */
export async function rememberedBy(
  who: Persona | { email: string },
  clients: TestClients,
  origin: string,
): Promise<Storage> {
  if (who === 'visitor') return { cookies: [], origins: [] }
  const { auth } = clients.visitor()
  const answer =
    who === 'new-user'
      ? await auth.signUp(newAccount('nia'))
      : await auth.signInWithPassword(
          typeof who === 'object'
            ? { email: who.email, password }
            : { email: demoAccounts[who].email, password: demoPassword },
        )
  return storageOf(answer, origin)
}
