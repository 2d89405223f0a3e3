import { browserClient } from '#web/data/browser-client.ts'
import { codeOf, failureText, statusOf } from '#web/features/account/failure-texts.ts'
import { messageOf } from '#web/lib/errors.ts'

/** A flow that came back without a session. `code` is the backend's. */
export class FailedArrival extends Error {
  override readonly name = 'FailedArrival'
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/**
 * Takes up the session that this page's address brings; the library does it as it starts. Throws
 * what the provider or the backend said instead.
 */
export async function arrive(): Promise<void> {
  // The library takes them out of the address.
  const refusal = refusalIn(location)
  const { auth } = await browserClient()
  const { error } = await auth.initialize()
  if (refusal) throw refusal
  if (error) throw error
  const { data } = await auth.getSession()
  if (!data.session) throw new FailedArrival('This link brought no sign-in with it')
}

/** What an address says of a flow that has failed, in its query or behind its `#`. */
export function refusalIn({ search, hash }: { search: string; hash: string }): Error | null {
  const found = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)].find(
    (params) => params.has('error') || params.has('error_code'),
  )
  if (!found) return null
  return new FailedArrival(
    found.get('error_description') ?? 'The sign-in was refused',
    // Refusals of the backend's own have a code; a provider's have only their kind.
    found.get('error_code') ?? found.get('error') ?? undefined,
  )
}

type FailureText = { title: string; description: string }

const expired: FailureText = {
  title: 'This link has expired',
  description:
    'Links of our mails work once, and only for a short time. You can ask for a new one.',
}

const begunElsewhere: FailureText = {
  title: 'This sign-in was begun elsewhere',
  description: 'It can only be finished in the browser where it was begun. Please try again here.',
}

const byCode: Record<string, FailureText> = {
  otp_expired: expired,
  flow_state_expired: expired,
  flow_state_not_found: begunElsewhere,
  bad_code_verifier: begunElsewhere,
  bad_oauth_state: begunElsewhere,
  pkce_code_verifier_not_found: begunElsewhere,
  access_denied: {
    title: 'You are not signed in',
    description:
      'You did not agree there, so nothing has happened. Try again, or choose another way.',
  },
  identity_already_exists: {
    title: 'This sign-in belongs to another account',
    description: 'Sign in with it to reach that account, or link another one to this.',
  },
}

/**
 * Whether a link was refused for good. Without an answer, or after too many attempts, it can be
 * followed once more.
 */
export function isLinkSpent(failure: unknown): boolean {
  const status = statusOf(failure) ?? 0
  return status >= 400 && status < 500 && status !== 429
}

/** What to say when following a link, or coming back from a provider, has signed nobody in. */
export function linkFailure(failure: unknown): FailureText {
  return (
    byCode[codeOf(failure) ?? ''] ?? {
      title: 'That sign-in did not work',
      description: failureText(failure) ?? messageOf(failure, 'Please try again.'),
    }
  )
}
