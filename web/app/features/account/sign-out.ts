import { browserClient } from '#web/data/browser-client.ts'

/** Revokes this browser's session. Errors are only logged. */
export async function signOut(): Promise<void> {
  try {
    const client = await browserClient()
    const { error } = await client.auth.signOut({ scope: 'local' })
    if (error) throw error
  } catch (error) {
    console.error('Sign-out failed', error)
  }
}
