import { createClient } from '@supabase/supabase-js'
import type { ServerClient } from './client.ts'
import type { Database } from './database.types.ts'
import type { PublicEnvironment } from './environment.ts'

/** How loaders reach the backend. Set once, before the first request. */
export type BackendConnection = PublicEnvironment & {
  /** Handles requests to `supabaseUrl` in this process. */
  fetch: typeof fetch
}

let connection: { client: ServerClient; environment: PublicEnvironment } | undefined

/**
 * Sets the backend connection of the loaders. Called once at start. Throws 'Missing required
 * environment variables' without a URL or a public key.
 */
export function connectBackend({ fetch, ...environment }: BackendConnection): void {
  const { supabaseUrl, supabaseAnonKey, siteUrl } = environment
  if (!supabaseUrl || !supabaseAnonKey) throw new Error('Missing required environment variables')

  const client = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
  })
  // With one origin for site and API, the browser uses the origin that it loaded the page from.
  const sameOrigin = new URL(supabaseUrl).origin === new URL(siteUrl).origin
  connection = {
    client,
    environment: {
      ...environment,
      supabaseUrl: sameOrigin ? '/' : supabaseUrl,
      siteUrl: siteUrl.replace(/\/$/, ''),
    },
  }
}

function connected() {
  if (!connection) throw new Error('Missing required environment variables')
  return connection
}

/** supabase-js for loaders: the public key and no session, so every visitor gets the same page. */
export function serverClient(): ServerClient {
  return connected().client
}

/** The environment that the root loader sends to the browser. */
export function publicEnvironment(): PublicEnvironment {
  return connected().environment
}
