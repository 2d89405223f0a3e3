import { createClient } from '@supabase/supabase-js'
import type { ServerClient } from './client.ts'
import type { Database } from './database.types.ts'
import type { PublicEnvironment } from './environment.ts'

/** The backend connection that loaders use. Set once, before the first request. */
export type BackendConnection = PublicEnvironment & {
  /** Handles requests to `supabaseUrl` in this process instead of over the network. */
  fetch: typeof fetch
}

let connection: { client: ServerClient; environment: PublicEnvironment } | undefined

/**
 * Sets the backend connection of the loaders. Called once when the server starts. Throws 'Missing
 * required environment variables' without a URL or a public key.
 */
export function connectBackend({ fetch, ...environment }: BackendConnection): void {
  const { supabaseUrl, supabaseAnonKey, siteUrl } = environment
  if (!supabaseUrl || !supabaseAnonKey) throw new Error('Missing required environment variables')

  const client = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
  })
  // If the site and the API share an origin, the browser calls the API at the origin that served
  // the page.
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

/**
 * Returns the supabase-js client that loaders use. It has the public key and no session, so every
 * visitor gets the same page.
 */
export function serverClient(): ServerClient {
  return connected().client
}

/** Returns the public environment that the root loader sends to the browser. */
export function publicEnvironment(): PublicEnvironment {
  return connected().environment
}
