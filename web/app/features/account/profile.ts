import { browserClient } from '#web/data/browser-client.ts'
import { ownProfile, type Profile } from '#web/data/profiles.ts'

export type { Profile }

/** Used when the profile cannot be loaded. */
const unknown: Profile = { full_name: null, avatar_url: null, is_admin: false }

/**
 * Loads the user's profile and creates it if it is missing. Errors are only logged, and the user
 * counts as non-admin (spec, section 8).
 */
export async function loadProfile(userId: string): Promise<Profile> {
  try {
    const client = await browserClient()
    // The access token stays valid after the session was revoked elsewhere. `getUser` fails then,
    // and auth-js signs out.
    client.auth.getUser().catch(() => {})
    return await ownProfile(client, userId)
  } catch (error) {
    console.error('Failed to fetch profile', error)
    return unknown
  }
}
