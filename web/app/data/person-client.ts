import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { paths } from '#web/lib/paths.ts'
import { addressBringsSession } from './address-session.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import type { Client } from './client.ts'
import type { Database } from './database.types.ts'
import { environment } from './environment.ts'
import { isWhole } from './session-level.ts'

/** Who is signed in, and queries in their name. */
export type PersonClient = Client & {
  auth: InstanceType<typeof AuthClient>
  isWhole: typeof isWhole
  /** Token of the signed-in person, null for nobody. Rejects while it cannot be renewed. */
  token(): Promise<string | null>
}

/**
 * The parts of supabase-js that a signed-in person needs on every page, put together as it does
 * it. The session is kept in localStorage under `storageKey`, for all tabs.
 */
export function createPersonClient(storageKey: string): PersonClient {
  const { supabaseAnonKey: apikey } = environment()
  const auth = new AuthClient({
    url: serviceUrl('auth'),
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    storageKey,
    // What is begun here comes back as a code that nobody else can redeem. Links that bring tokens,
    // as invitations of the backend do, are taken as they are.
    flowType: addressBringsSession(storageKey) ? 'implicit' : 'pkce',
  })
  // Wherever the link led: whoever follows one to a new password is there to give it.
  auth.onAuthStateChange((event) => {
    if (event === 'PASSWORD_RECOVERY' && location.pathname !== paths.resetPassword())
      location.replace(paths.resetPassword())
  })
  const token = async () => {
    const { data: held, error } = await auth.getSession()
    // Whoever cannot renew their session at the moment is nobody else: better unanswered than as a visitor.
    if (error) throw error
    return held.session?.access_token ?? null
  }
  const data = new PostgrestClient<Database>(serviceUrl('rest'), { fetch: fetchAs(token) })
  return Object.assign(data, { auth, isWhole, token })
}
