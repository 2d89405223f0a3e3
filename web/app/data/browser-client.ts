import type { PersonClient } from './person-client.ts'

/** localStorage key of the session; its absence means signed out. */
export const sessionStorageKey = 'hourspace-session'

const ready = Promise.withResolvers<PersonClient>()

/** Resolves when somebody has asked for the client, so that a session can be watched from then. */
export const clientReady = ready.promise

let client: Promise<PersonClient> | undefined

/**
 * Session and queries in the browser: one client, its session kept in localStorage. It is fetched
 * on first use, so that a page can be read before the library has arrived.
 */
export function browserClient(): Promise<PersonClient> {
  client ??= import('./person-client.ts').then(({ createPersonClient }) => {
    const created = createPersonClient(sessionStorageKey)
    ready.resolve(created)
    return created
  })
  return client
}

/** True when a session may exist; false spares signed-out visitors the whole library. */
export function mayHaveSession(): boolean {
  return localStorage.getItem(sessionStorageKey) !== null || location.hash.includes('access_token')
}

/**
 * Token of the signed-in person, renewed when it has expired; null for a visitor, who needs no library
 * for that. Rejects while it cannot be renewed.
 */
export async function sessionToken(): Promise<string | null> {
  if (!client && !mayHaveSession()) return null
  return (await browserClient()).token()
}
