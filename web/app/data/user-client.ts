import { AuthClient, type Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { paths } from '#web/lib/paths.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import type { Client } from './client.ts'
import type { Database } from './database.types.ts'
import { environment } from './environment.ts'

/** The browser's Supabase client, which holds the session and sends queries as its user. */
export type UserClient = Client & {
  auth: InstanceType<typeof AuthClient>
  hasRequiredFactors: typeof hasRequiredFactors
  /**
   * Returns the access token of the signed-in user, or null for a visitor. Rejects if the refresh
   * fails.
   */
  token(): Promise<string | null>
}

/**
 * Creates a client from the parts of supabase-js that a signed-in user needs on every page,
 * combined in the same way as in supabase-js. All tabs share the session stored in localStorage
 * under `storageKey`.
 */
export function createUserClient(storageKey: string): UserClient {
  const { supabaseAnonKey: apikey } = environment()
  const auth = new AuthClient({
    url: serviceUrl('auth'),
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    storageKey,
    // PKCE lets only this browser redeem an OAuth code. Invitation links carry tokens instead,
    // which require the implicit flow.
    flowType: urlHasSessionTokens(storageKey) ? 'implicit' : 'pkce',
  })
  // auth-js reports PASSWORD_RECOVERY for every recovery link; the reset-password page handles the
  // link.
  auth.onAuthStateChange((event) => {
    if (event === 'PASSWORD_RECOVERY' && location.pathname !== paths.resetPassword())
      location.replace(paths.resetPassword())
  })
  const token = async () => {
    const { data: held, error } = await auth.getSession()
    // If the token refresh fails, the query fails too. Sent as a visitor, it would return wrong
    // data.
    if (error) throw error
    return held.session?.access_token ?? null
  }
  const data = new PostgrestClient<Database>(serviceUrl('rest'), { fetch: fetchAs(token) })
  return Object.assign(data, { auth, hasRequiredFactors, token })
}

/**
 * Returns whether the page's URL carries session tokens that may start a session. If the browser
 * already has a session, the tokens are ignored: an attacker could send a link with tokens of the
 * attacker's account. Removes ignored tokens from the URL.
 */
export function urlHasSessionTokens(storageKey: string): boolean {
  if (!location.hash.includes('access_token')) return false
  if (localStorage.getItem(storageKey) === null) return true
  console.warn('Ignored a session in the URL: a user is already signed in')
  history.replaceState(history.state, '', location.pathname + location.search)
  return false
}

/** False if the user has a second factor but has signed in without it. */
export function hasRequiredFactors({ user, access_token }: Session): boolean {
  const asksForFactor = user.factors?.some(({ status }) => status === 'verified')
  return !asksForFactor || levelOf(access_token) === 'aal2'
}

/** Returns a token's assurance level: 'aal1', or 'aal2' after a second factor. */
function levelOf(token: string): unknown {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
}
