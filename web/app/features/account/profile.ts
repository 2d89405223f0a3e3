import { browserClient } from '#web/data/browser-client.ts'

export type Profile = { full_name: string | null; avatar_url: string | null; is_admin: boolean }

/** PostgREST's code for "no row where one was asked for". */
const noRow = 'PGRST116'

/**
 * The profile of the signed-in user, made when it does not exist yet. A failure is logged and
 * answered with null: the person counts as non-admin (spec, section 8).
 */
export async function loadProfile(userId: string): Promise<Profile | null> {
  try {
    const client = await browserClient()
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
  } catch (error) {
    console.error('Failed to fetch profile', error)
    return null
  }
}
