import type { User } from '@supabase/auth-js'
import { browserClient } from '#web/data/browser-client.ts'
import { callAuth } from '#web/features/account/authenticate.ts'

/** Session tokens in the hash of the URL that a link or redirect opens. */
export type UrlSession = { accessToken: string; refreshToken: string; isForPassword: boolean }

/**
 * Removes the session tokens from the page's URL and returns them. Returns null if the URL has no
 * tokens.
 */
export function takeUrlSession(): UrlSession | null {
  const params = new URLSearchParams(location.hash.slice(1))
  const [accessToken, refreshToken] = [params.get('access_token'), params.get('refresh_token')]
  if (!accessToken || !refreshToken) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  const age =
    Date.now() / 1000 - Number(params.get('expires_at')) + Number(params.get('expires_in'))
  if (age > 120) console.warn('The session in the URL was issued over 120s ago')
  const isForPassword = ['recovery', 'invite'].includes(params.get('type') ?? '')
  return { accessToken, refreshToken, isForPassword }
}

type Owners = { name: string; isSame: boolean; current: string | null }

/**
 * Returns the name of the user of the tokens. `current` is the name of the signed-in user; null for
 * a visitor or an anonymous user. Throws for invalid tokens.
 */
export async function ownersOf({ accessToken }: UrlSession): Promise<Owners> {
  const { auth } = await browserClient()
  const { user } = await callAuth(() => auth.getUser(accessToken))
  const { data } = await auth.getSession()
  const held = data.session?.user
  const current = held && !held.is_anonymous ? nameOf(held) : null
  return { name: nameOf(user), isSame: held?.id === user.id, current }
}

export async function acceptUrlSession({ accessToken, refreshToken }: UrlSession): Promise<void> {
  await callAuth((auth) =>
    auth.setSession({ access_token: accessToken, refresh_token: refreshToken }),
  )
}

function nameOf({ email, phone }: User): string {
  return email || phone || 'this account'
}
