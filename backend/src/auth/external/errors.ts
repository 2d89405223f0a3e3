import { AuthError } from '#backend/auth/core/errors.ts'

/** Error for an OAuth state that is unknown, expired, already used or bound to another browser. */
export function badState(): AuthError {
  return new AuthError(400, 'bad_oauth_state', 'OAuth callback with invalid state')
}

export class ProviderError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

export function throwExchangeFailed(cause: unknown): never {
  throw withCause(cause, 'Unable to exchange external code')
}

export function throwNoProfile(cause: unknown): never {
  throw withCause(cause, 'Error getting user profile from external provider')
}

export function throwUnreachable(cause: unknown): never {
  throw withCause(cause, 'The external provider does not answer')
}

/** Creates a 500 error. The cause is logged but not sent to the client. */
function withCause(cause: unknown, message: string): AuthError {
  return Object.assign(new AuthError(500, 'unexpected_failure', message), { cause })
}

export function noEmail(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'Error getting user email from external provider')
}

export function unverifiedEmail(label: string, wasSent: boolean): AuthError {
  const next = wasSent
    ? `A confirmation email has been sent to your ${label} email`
    : `Verify the email with ${label} in order to sign in`
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${label}. ${next}`,
  )
}

export function unverifiedAccount(label: string): AuthError {
  return new AuthError(
    422,
    'account_email_not_proven',
    `An account with this email address exists already. Sign in to it with its password, or set a new one by mail, then link ${label} in its security settings`,
  )
}

export function linkingDisabled(): AuthError {
  return new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

export function alreadyLinked(isOwn: boolean): AuthError {
  const message = isOwn
    ? 'Identity is already linked'
    : 'Identity is already linked to another user'
  return new AuthError(422, 'identity_already_exists', message)
}
