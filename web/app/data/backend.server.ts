import { createClient } from '@supabase/supabase-js'
import type { ServerClient } from './client.ts'
import type { Database } from './database.types.ts'
import type { PublicEnvironment } from './environment.ts'

export type BackendConnection = PublicEnvironment & {
  /** Handles requests to `supabaseUrl` in this process instead of sending them over the network. */
  fetch: typeof fetch
}

let connection: { client: ServerClient; environment: PublicEnvironment } | undefined

/** Connects the loaders to the backend. Throws if the URL or the public key is missing. */
export function connectBackend({ fetch, ...environment }: BackendConnection): void {
  const { supabaseUrl, supabaseAnonKey, siteUrl } = environment
  if (!supabaseUrl || !supabaseAnonKey) throw new Error('Missing required environment variables')

  const client = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
  })
  // If the API and the site share an origin, browsers call the API at the origin of the page.
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

/** Returns the loaders' Supabase client. It has no session, so all visitors get the same page. */
export function serverClient(): ServerClient {
  return connected().client
}

export function publicEnvironment(): PublicEnvironment {
  return connected().environment
}
