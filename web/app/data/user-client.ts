import { AuthClient, type Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { paths } from '#web/lib/paths.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import type { Client } from './client.ts'
import type { Database } from './database.types.ts'
import { environment } from './environment.ts'

/** The session of the browser, and queries as its user. */
export type UserClient = Client & {
  auth: InstanceType<typeof AuthClient>
  hasRequiredFactors: typeof hasRequiredFactors
  /** Access token of the signed-in user, null for a visitor. Rejects while the refresh fails. */
  token(): Promise<string | null>
}

/**
 * The parts of supabase-js that a signed-in user needs on every page, composed as supabase-js does.
 * All tabs share the session in localStorage under `storageKey`.
 */
export function createUserClient(storageKey: string): UserClient {
  const { supabaseAnonKey: apikey } = environment()
  const auth = new AuthClient({
    url: serviceUrl('auth'),
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    storageKey,
    // PKCE: only this browser can redeem the code. Invitation links carry tokens instead, which
    // needs the implicit flow.
    flowType: urlHasSessionTokens(storageKey) ? 'implicit' : 'pkce',
  })
  // auth-js reports this event for every recovery link; the page of the link handles it.
  auth.onAuthStateChange((event) => {
    if (event === 'PASSWORD_RECOVERY' && location.pathname !== paths.resetPassword())
      location.replace(paths.resetPassword())
  })
  const token = async () => {
    const { data: held, error } = await auth.getSession()
    // If the refresh fails, the query fails too: sent as a visitor it would return wrong data.
    if (error) throw error
    return held.session?.access_token ?? null
  }
  const data = new PostgrestClient<Database>(serviceUrl('rest'), { fetch: fetchAs(token) })
  return Object.assign(data, { auth, hasRequiredFactors, token })
}

/**
 * Whether the page's URL carries session tokens that may be used. A signed-in user keeps the
 * session: an attacker could send a link with tokens of the attacker's account. Removes such tokens
 * from the URL.
 */
export function urlHasSessionTokens(storageKey: string): boolean {
  if (!location.hash.includes('access_token')) return false
  if (localStorage.getItem(storageKey) === null) return true
  console.warn('Ignored a session in the URL: a user is already signed in')
  history.replaceState(history.state, '', location.pathname + location.search)
  return false
}

/** False while a user with a second factor has signed in without it. */
export function hasRequiredFactors({ user, access_token }: Session): boolean {
  const asksForFactor = user.factors?.some(({ status }) => status === 'verified')
  return !asksForFactor || levelOf(access_token) === 'aal2'
}

/** Assurance level of a token: 'aal1', or 'aal2' with a second factor. */
function levelOf(token: string): unknown {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
}
