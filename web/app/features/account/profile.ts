import { browserClient } from '#web/data/browser-client.ts'
import { ownProfile, type Profile } from '#web/data/profiles.ts'

export type { Profile }

const unknown: Profile = { full_name: null, avatar_url: null, is_admin: false, is_host: false }

/** Loads the profile. If the request fails, returns a non-admin profile. */
export async function loadProfile(userId: string): Promise<Profile> {
  try {
    const client = await browserClient()
    // Detects a revoked session. `getUser` then fails, and auth-js signs the user out.
    client.auth.getUser().catch(() => {})
    return await ownProfile(client, userId)
  } catch (error) {
    console.error('Failed to fetch profile', error)
    return unknown
  }
}
