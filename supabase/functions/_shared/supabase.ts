import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { env } from './env.ts'

const clients = new Map<string, SupabaseClient>()

/** The project's own client: past row-level security, so never hand it what a browser chose. */
export function serviceClient(): SupabaseClient {
  const url = env('SUPABASE_URL')
  const key = env('SUPABASE_SERVICE_ROLE_KEY')
  let client = clients.get(url + key)
  if (!client) {
    client = createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
    clients.set(url + key, client)
  }
  return client
}
