import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/** supabase-js that knows our tables, as loaders have it. */
export type ServerClient = SupabaseClient<Database>

/** What queries are asked of: a loader's client or a person's, they work with both. */
export type Client = Pick<ServerClient, 'from' | 'rpc'>
