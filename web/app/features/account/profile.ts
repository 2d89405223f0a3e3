import { browserClient } from '#web/data/browser-client.ts'
import { ownProfile, type Profile } from '#web/data/profiles.ts'

export type { Profile }

/** Somebody of whom nothing could be learnt: no name, no picture, no admin. */
const unknown: Profile = { full_name: null, avatar_url: null, is_admin: false }

/**
 * The profile of the signed-in user, made when it does not exist yet. A failure is only logged, and
 * the person counts as non-admin (spec, section 8).
 */
export async function loadProfile(userId: string): Promise<Profile> {
  try {
    const client = await browserClient()
    // Data is given until the token expires, though the session was ended on another device. The
    // library forgets one that the backend no longer knows.
    client.auth.getUser().catch(() => {})
    return await ownProfile(client, userId)
  } catch (error) {
    console.error('Failed to fetch profile', error)
    return unknown
  }
}
