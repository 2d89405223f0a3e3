import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/** The supabase-js client of loaders, typed with the generated database schema. */
export type ServerClient = SupabaseClient<Database>

/**
 * The part of a Supabase client that queries need. Both the loaders' and the browser's clients have
 * it.
 */
export type Client = Pick<ServerClient, 'from' | 'rpc'>
