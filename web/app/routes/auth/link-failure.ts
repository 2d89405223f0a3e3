import { messageOf } from '#web/lib/errors.ts'
import { codeOf, failureText, statusOf } from '#web/features/account/failure-texts.ts'

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
