import { createClient } from '@supabase/supabase-js'
import type { ServerClient } from './client.ts'
import type { Database } from './database.types.ts'
import type { PublicEnvironment } from './environment.ts'

/** What the process that serves the pages hands over, once, before the first request. */
export type BackendConnection = PublicEnvironment & {
  /** Answers requests to `supabaseUrl` without leaving the process. */
  fetch: typeof fetch
}

let connection: { client: ServerClient; environment: PublicEnvironment } | undefined

/**
 * Connects the pages to their backend. Called once at start.
 * Throws 'Missing required environment variables' without a URL or a public key.
 */
export function connectBackend({ fetch, ...environment }: BackendConnection): void {
  const { supabaseUrl, supabaseAnonKey, siteUrl } = environment
  if (!supabaseUrl || !supabaseAnonKey) throw new Error('Missing required environment variables')

  const client = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
  })
  // One process answers both under whatever name it is visited, so the browser keeps to its own.
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

/** supabase-js for loaders: the public key, no session, so every visitor gets the same page. */
export function serverClient(): ServerClient {
  return connected().client
}

/** What the root loader passes to the browser. */
export function publicEnvironment(): PublicEnvironment {
  return connected().environment
}
