import { browserClient } from '#web/data/browser-client.ts'
import { ownProfile, type Profile } from '#web/data/profiles.ts'

export type { Profile }

export async function loadProfile(userId: string): Promise<Profile> {
  const client = await browserClient()
  // Detects a revoked session. `getUser` then fails, and auth-js signs the user out.
  client.auth.getUser().catch(() => {})
  return ownProfile(client, userId)
}
