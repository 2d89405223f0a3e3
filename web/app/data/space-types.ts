import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

export type SpaceType = { id: string; name: string; label: string }

/** Every type a space may have, oldest first. */
export async function spaceTypes(client: SupabaseClient<Database>): Promise<SpaceType[]> {
  const { data, error } = await client
    .from('space_types')
    .select('id, name, label')
    .order('created_at')
  if (error) throw error
  return data
}
