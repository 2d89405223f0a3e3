import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

export type ServerClient = SupabaseClient<Database>

/** The Supabase client methods that queries need, on the server and in the browser. */
export type Client = Pick<ServerClient, 'from' | 'rpc'>
