import type { UserIdentity } from '@supabase/auth-js'
import { browserClient } from '#web/data/browser-client.ts'
import { callbackAddress } from '#web/features/account/return-address.ts'

/** Leaves for a provider, which sends the person back with it linked. */
export async function linkAccount(provider: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.linkIdentity({
    // Any that the backend has configured, whatever the library's list knows.
    provider: provider as 'google',
    options: { redirectTo: callbackAddress() },
  })
  if (error) throw error
}

/** It no longer signs in. */
export async function unlinkAccount(identity: UserIdentity): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.unlinkIdentity(identity)
  if (error) throw error
}
