import type { BrowserContextOptions } from '@playwright/test'
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

/** What the browser of somebody remembers who has signed in before: no dialog is gone through. */
export async function rememberedBy(
  person: Person,
  world: World,
  origin: string,
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  if (person === 'visitor') return { cookies: [], origins: [] }
  const { auth } = world.visitor()
  const { data, error } =
    person === 'newcomer'
      ? await auth.signUp({ email: newAddress('nia'), password })
      : await auth.signInWithPassword({ email: demoPeople[person].email, password: demoPassword })
  if (error) throw error
  const localStorage = [{ name: sessionKey, value: JSON.stringify(data.session) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
