import { readText } from '#web/lib/local-storage.ts'
import type { UserClient } from './user-client.ts'

/** localStorage key of the session. A browser without this key is signed out. */
export const sessionStorageKey = 'hourspace-session'

const ready = Promise.withResolvers<UserClient>()

/** Resolves with the browser's Supabase client once a caller has created it. */
export const clientReady = ready.promise

let client: Promise<UserClient> | undefined

/**
 * Returns the browser's only Supabase client. The library loads on first use. After a failed load,
 * the next call tries again.
 */
export function browserClient(): Promise<UserClient> {
  client ??= import('./user-client.ts')
    .then(({ createUserClient }) => {
      const created = createUserClient(sessionStorageKey)
      ready.resolve(created)
      return created
    })
    .catch((error: unknown) => {
      client = undefined
      throw error
    })
  return client
}

/** Returns false if the browser has no stored session. The Supabase library is then not loaded. */
export function mayHaveSession(): boolean {
  return readText(sessionStorageKey) !== null
}

/** Returns the user's access token; null for a visitor. Rejects if the token refresh fails. */
export async function sessionToken(): Promise<string | null> {
  if (!client && !mayHaveSession()) return null
  return (await browserClient()).token()
}
