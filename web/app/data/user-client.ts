import { AuthClient, type Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { paths } from '#web/lib/paths.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import type { Client } from './client.ts'
import type { Database } from './database.types.ts'
import { environment } from './environment.ts'

export type UserClient = Client & {
  auth: InstanceType<typeof AuthClient>
  hasRequiredFactors: typeof hasRequiredFactors
  /** Returns the session state of a banned user if a ban has ended the session, otherwise null. */
  ban(): { user: null; hasRequiredFactors: false; isBanned: true } | null
  token(): Promise<string | null>
}

/**
 * Creates a client from parts of supabase-js. All tabs share the client's session through
 * localStorage.
 */
export function createUserClient(storageKey: string): UserClient {
  const { supabaseAnonKey: apikey } = environment()
  let isBanned = false
  // auth-js signs a banned user out in all tabs, but only the tab that refreshed the token receives
  // the reason. The channel sends the reason to the other tabs.
  const bans = new BroadcastChannel(`${storageKey}-ban`)
  bans.addEventListener('message', () => (isBanned = true))
  const auth = new AuthClient({
    url: serviceUrl('auth'),
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    storageKey,
    // PKCE ensures that only this browser can redeem the authorization code.
    flowType: 'pkce',
    detectSessionInUrl: isFailedRedirect,
    // Reads from the response whether the user is banned. auth-js removes the session after a
    // refused refresh without giving the reason.
    fetch: async (...request) => {
      const response = await fetch(...request)
      if (String(request[0]).includes('grant_type=refresh_token')) {
        isBanned = !response.ok && (await response.clone().text()).includes('"user_banned"')
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel needs no target origin.
        if (isBanned) bans.postMessage(null)
      }
      return response
    },
  })
  auth.onAuthStateChange((event, session) => {
    // Clears the ban, so that a later sign-out of another account does not show it.
    if (session) isBanned = false
    // After a recovery link, auth-js emits PASSWORD_RECOVERY on any page. Opens the reset page,
    // because only this page asks for the new password.
    if (event === 'PASSWORD_RECOVERY' && location.pathname !== paths.resetPassword())
      location.replace(paths.resetPassword())
  })
  const token = async () => {
    const { data: held, error } = await auth.getSession()
    // Throws if the token refresh failed, because a query without a token would return wrong data.
    if (error) throw error
    return held.session?.access_token ?? null
  }
  const ban = () =>
    isBanned ? ({ user: null, hasRequiredFactors: false, isBanned: true } as const) : null
  const data = new PostgrestClient<Database>(serviceUrl('rest'), { fetch: fetchAs(token) })
  return Object.assign(data, { auth, hasRequiredFactors, ban, token })
}

/**
 * Returns true if auth-js should read the result of a redirect from the URL of the page. This is
 * the case only for an error without an access token, because an attacker could send a link with
 * the tokens of another account. Only the page /auth/callback reads tokens, after asking the user.
 */
export function isFailedRedirect(_url: URL, params: Record<string, string>): boolean {
  return !params['access_token'] && Boolean(params['error_description'] ?? params['error_code'])
}

export function hasRequiredFactors({ user, access_token }: Session): boolean {
  const asksForFactor = user.factors?.some(({ status }) => status === 'verified')
  return !asksForFactor || levelOf(access_token) === 'aal2'
}

/** Returns the assurance level in an access token: 'aal1', or 'aal2' after a second factor. */
function levelOf(token: string): unknown {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
}
