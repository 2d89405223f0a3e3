import type { UserClient } from './user-client.ts'

/** localStorage key of the session. A browser without this key is signed out. */
export const sessionStorageKey = 'hourspace-session'

const ready = Promise.withResolvers<UserClient>()

/**
 * Resolves when the browser's Supabase client is first created, so that code can listen for session
 * changes.
 */
export const clientReady = ready.promise

let client: Promise<UserClient> | undefined

/**
 * Returns the browser's only Supabase client, which stores its session in localStorage. Loads the
 * library on first use.
 */
export function browserClient(): Promise<UserClient> {
  client ??= import('./user-client.ts').then(({ createUserClient }) => {
    const created = createUserClient(sessionStorageKey)
    ready.resolve(created)
    return created
  })
  return client
}

/** True if the browser may have a session. Signed-out visitors do not load the Supabase library. */
export function mayHaveSession(): boolean {
  return localStorage.getItem(sessionStorageKey) !== null || location.hash.includes('access_token')
}

/**
 * Returns the access token of the signed-in user, refreshed if it has expired; null for a visitor.
 * Rejects if the refresh fails.
 */
export async function sessionToken(): Promise<string | null> {
  if (!client && !mayHaveSession()) return null
  return (await browserClient()).token()
}
