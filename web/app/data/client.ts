import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

export type ServerClient = SupabaseClient<Database>

/** The methods of the Supabase client that queries on the server and in the browser need. */
export type Client = Pick<ServerClient, 'from' | 'rpc'>
