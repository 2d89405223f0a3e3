import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { env } from './env.ts'

const clients = new Map<string, SupabaseClient>()

export const serverAuth = {
  persistSession: false,
  autoRefreshToken: false,
  detectSessionInUrl: false,
}

/** Returns a Supabase client with the service role key, which bypasses row-level security. */
export function serviceClient(): SupabaseClient {
  const url = env('SUPABASE_URL')
  const key = env('SUPABASE_SERVICE_ROLE_KEY')
  let client = clients.get(url + key)
  if (!client) {
    client = createClient(url, key, { auth: serverAuth })
    clients.set(url + key, client)
  }
  return client
}

export type StoredFile = { bucket_id: string; name: string }

/** Deletes files through the storage API, because SQL would delete only their rows. */
export async function removeFiles(files: readonly StoredFile[]): Promise<void> {
  const { storage } = serviceClient()
  for (const [bucket, inBucket] of Map.groupBy(files, ({ bucket_id }) => bucket_id)) {
    const { error } = await storage.from(bucket).remove(inBucket.map(({ name }) => name))
    if (error) throw error
  }
}
