import type { Session } from '@supabase/auth-js'

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
