import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

export type ServerClient = SupabaseClient<Database>

/** The part of the Supabase client that queries use both on the server and in the browser. */
export type Client = Pick<ServerClient, 'from' | 'rpc'>

/** PostgreSQL's error code for a violated unique constraint. */
export const notUnique = '23505'
