import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/** supabase-js that knows our tables; a loader's or a person's, queries work with both. */
export type Client = SupabaseClient<Database>
