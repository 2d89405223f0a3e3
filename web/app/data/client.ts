import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/** The supabase-js client of loaders, typed with our schema. */
export type ServerClient = SupabaseClient<Database>

/** The part of a client that queries need; loaders and browsers both have it. */
export type Client = Pick<ServerClient, 'from' | 'rpc'>
