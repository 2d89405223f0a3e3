import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { userKey } from './query-client.ts'

/** What a person sees and changes of themselves; `is_admin` is only ever set in the database. */
export type Profile = { full_name: string | null; avatar_url: string | null; is_admin: boolean }

export const profileOf = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(userId), 'profile'],
    queryFn: async () => ownProfile(await browserClient(), userId ?? ''),
    enabled: userId !== undefined,
    // The form keeps what the user types; a refetch on focus would only cost requests.
    refetchOnWindowFocus: false,
  })

/** PostgREST's code for "no row where one was asked for". */
const noRow = 'PGRST116'

/** The profile of the asker, made when it does not exist yet. Throws what the backend answers. */
export async function ownProfile(client: Client, userId: string): Promise<Profile> {
  const { data, error } = await client
    .from('profiles')
    .select('full_name, avatar_url, is_admin')
    .eq('id', userId)
    .single()
  if (!error) return data
  if (error.code !== noRow) throw error

  const inserted = await client.from('profiles').insert({ id: userId, is_admin: false })
  if (inserted.error) throw inserted.error
  return { full_name: null, avatar_url: null, is_admin: false }
}

/** Writes the asker's name and picture. */
export async function saveProfile(
  client: Client,
  userId: string,
  profile: Pick<Profile, 'full_name' | 'avatar_url'>,
): Promise<void> {
  const { error } = await client.from('profiles').upsert({ id: userId, ...profile })
  if (error) throw error
}
