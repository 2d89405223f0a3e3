import type { UserClient } from './user-client.ts'

/** localStorage key of the session; without it the visitor is signed out. */
export const sessionStorageKey = 'hourspace-session'

const ready = Promise.withResolvers<UserClient>()

/** Resolves when the client is first created, so that code can watch the session from then on. */
export const clientReady = ready.promise

let client: Promise<UserClient> | undefined

/**
 * The browser's one client for session and queries; the session is in localStorage. The library is
 * loaded on first use.
 */
export function browserClient(): Promise<UserClient> {
  client ??= import('./user-client.ts').then(({ createUserClient }) => {
    const created = createUserClient(sessionStorageKey)
    ready.resolve(created)
    return created
  })
  return client
}

/** True when a session may exist. Signed-out visitors then never load the library. */
export function mayHaveSession(): boolean {
  return localStorage.getItem(sessionStorageKey) !== null || location.hash.includes('access_token')
}

/**
 * Access token of the signed-in user, refreshed if it has expired; null for a visitor. Rejects
 * while the refresh fails.
 */
export async function sessionToken(): Promise<string | null> {
  if (!client && !mayHaveSession()) return null
  return (await browserClient()).token()
}
