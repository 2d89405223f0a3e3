import { browserClient } from '#web/data/browser-client.ts'
import { codeOf, failureText, statusOf } from '#web/features/account/failure-texts.ts'
import { messageOf } from '#web/lib/errors.ts'

/** The error of a redirect without a session, with the code of the backend or identity provider. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/**
 * Waits until auth-js has read the session from the URL. Throws if the URL contains an error, or if
 * there is no session.
 */
export async function completeRedirect(): Promise<void> {
  // Reads the error before auth-js starts, because auth-js removes it from the URL.
  const refusal = refusalIn(location)
  const { auth } = await browserClient()
  const { error } = await auth.initialize()
  if (refusal) throw refusal
  if (error) throw error
  const { data } = await auth.getSession()
  if (!data.session) throw new RedirectError('This link is incomplete')
}

/** Returns the error that a failed sign-in added to the query or hash of a URL. */
export function refusalIn({ search, hash }: { search: string; hash: string }): Error | null {
  const found = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)].find(
    (params) => params.has('error') || params.has('error_code'),
  )
  if (!found) return null
  return new RedirectError(
    found.get('error_description') ?? 'The sign-in was refused',
    // The backend sends `error_code`. Identity providers send only `error`.
    found.get('error_code') ?? found.get('error') ?? undefined,
  )
}

const expired = {
  title: 'This link has expired',
  description: 'Email links work once and expire after an hour. You can request a new one.',
}

const begunElsewhere = {
  title: 'This sign-in started in another browser',
  description: 'It can only be finished there. To sign in here, please try again.',
}

const byCode: Record<string, typeof expired> = {
  otp_expired: expired,
  flow_state_expired: expired,
  flow_state_not_found: begunElsewhere,
  bad_code_verifier: begunElsewhere,
  bad_oauth_state: begunElsewhere,
  pkce_code_verifier_not_found: begunElsewhere,
  access_denied: {
    title: 'Nothing has changed',
    description: 'You cancelled. Try again, or choose another sign-in method.',
  },
  identity_already_exists: {
    title: 'This sign-in belongs to another account',
    description: 'Sign in with it to use that account, or link a different one here.',
  },
}

/**
 * Returns true if an email link can never be used again. After a network error or rate limit, the
 * link still works.
 */
export function isLinkSpent(failure: unknown): boolean {
  const status = statusOf(failure) ?? 0
  return status >= 400 && status < 500 && status !== 429
}

/** Returns the title and text of the message about a failed email link or redirect. */
export function linkFailure(failure: unknown): typeof expired {
  return (
    byCode[codeOf(failure) ?? ''] ?? {
      title: 'That sign-in did not work',
      description: failureText(failure) ?? messageOf(failure, 'Please try again.'),
    }
  )
}
