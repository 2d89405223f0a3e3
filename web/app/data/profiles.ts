import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { userKey } from './query-client.ts'

/** The signed-in user's own profile. Users cannot set `is_admin` to true. */
export type Profile = {
  full_name: string | null
  avatar_url: string | null
  is_admin: boolean
  is_host: boolean
}

/** The profile fields that only the profile page and the host's public page show. */
export type ProfileDetails = { bio: string; languages: string[] }

export const profileOf = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(userId), 'profile'],
    queryFn: async () => ownProfile(await browserClient(), userId ?? ''),
    enabled: userId !== undefined,
    // Does not refetch on focus, because a failed refetch would replace the profile form with an
    // error and discard unsaved input.
    refetchOnWindowFocus: false,
  })

/** PostgREST's error code for a `single()` query that finds no row. */
const noRow = 'PGRST116'

/** Returns the caller's profile. Creates the profile if it does not exist. */
export async function ownProfile(client: Client, userId: string): Promise<Profile> {
  const { data, error } = await client
    .from('profiles')
    .select('full_name, avatar_url, is_admin, spaces!spaces_user_id_fkey(id)')
    .eq('id', userId)
    .limit(1, { referencedTable: 'spaces' })
    .single()
  if (!error) {
    const { spaces, ...profile } = data
    return { ...profile, is_host: spaces.length > 0 }
  }
  if (error.code !== noRow) throw error

  await client.from('profiles').insert({ id: userId, is_admin: false }).throwOnError()
  return { full_name: null, avatar_url: null, is_admin: false, is_host: false }
}

export const profileDetailsOf = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(userId), 'profile details'],
    queryFn: async () => ownProfileDetails(await browserClient(), userId ?? ''),
    enabled: userId !== undefined,
    refetchOnWindowFocus: false,
  })

export async function ownProfileDetails(client: Client, userId: string): Promise<ProfileDetails> {
  const { data } = await client
    .from('profiles')
    .select('bio, languages')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError()
  return data ?? { bio: '', languages: [] }
}

/** Saves the given fields of the user's profile. Keeps the other fields. */
export async function saveProfile(
  client: Client,
  userId: string,
  profile: Partial<Pick<Profile, 'full_name' | 'avatar_url'> & ProfileDetails>,
): Promise<void> {
  await client
    .from('profiles')
    .upsert({ id: userId, ...profile })
    .throwOnError()
}
