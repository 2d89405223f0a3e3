import type { Client } from './client.ts'
import type { Database } from './database.types.ts'
import { environment } from './environment.ts'

/** localStorage key of the session; its absence means signed out. */
export const sessionStorageKey = 'hourspace-session'

const ready = Promise.withResolvers<Client>()

/** Resolves when somebody has asked for the client, so that a session can be watched from then. */
export const clientReady = ready.promise

let client: Promise<Client> | undefined

/**
 * supabase-js for the browser: one client, its session kept in localStorage. It is fetched on
 * first use, so that a page can be read before the library has arrived.
 */
export function browserClient(): Promise<Client> {
  client ??= import('@supabase/supabase-js').then(({ createClient }) => {
    const { supabaseUrl, supabaseAnonKey } = environment()
    const url = new URL(supabaseUrl, location.origin).href
    const created = createClient<Database>(url, supabaseAnonKey, {
      auth: { storageKey: sessionStorageKey },
    })
    ready.resolve(created)
    return created
  })
  return client
}

/** True when a session may exist; false spares signed-out visitors the whole library. */
export function mayHaveSession(): boolean {
  return localStorage.getItem(sessionStorageKey) !== null || location.hash.includes('access_token')
}
