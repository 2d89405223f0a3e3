import { AuthClient, type Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { paths } from '#web/lib/paths.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import type { Client } from './client.ts'
import type { Database } from './database.types.ts'
import { environment } from './environment.ts'

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

/**
 * Whether this page's address brings the tokens of a session that may be taken. Whoever is signed in
 * stays who they are: anybody may send them a link with tokens of an account of their own, and would
 * then be told what they do in it. Such tokens are removed from the address.
 */
export function addressBringsSession(storageKey: string): boolean {
  if (!location.hash.includes('access_token')) return false
  if (localStorage.getItem(storageKey) === null) return true
  console.warn('A link brought a session, but somebody is signed in already')
  history.replaceState(history.state, '', location.pathname + location.search)
  return false
}

/**
 * Whether a session has shown all that its account asks for: false while somebody with a second
 * factor has signed in without it.
 */
export function isWhole({ user, access_token }: Session): boolean {
  const asksForFactor = user.factors?.some(({ status }) => status === 'verified')
  return !asksForFactor || levelOf(access_token) === 'aal2'
}

/** How much the session of a token has shown: 'aal1', or 'aal2' with a second factor. */
function levelOf(token: string): unknown {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
}
