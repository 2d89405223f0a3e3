import { browserClient } from '#web/data/browser-client.ts'
import { ownProfile, type Profile } from '#web/data/profiles.ts'

export type { Profile }

/** Default profile for a user whose profile cannot be loaded. */
const unknown: Profile = { full_name: null, avatar_url: null, is_admin: false }

/**
 * Loads the user's profile and creates it if it is missing. If the request fails, logs the error
 * and returns a non-admin profile (spec, section 8).
 */
export async function loadProfile(userId: string): Promise<Profile> {
  try {
    const client = await browserClient()
    // An access token stays valid after its session was revoked elsewhere. `getUser` then fails,
    // and auth-js signs the user out.
    client.auth.getUser().catch(() => {})
    return await ownProfile(client, userId)
  } catch (error) {
    console.error('Failed to fetch profile', error)
    return unknown
  }
}
