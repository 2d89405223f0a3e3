import { AuthError } from '#backend/auth/errors.ts'

/** Said openly only where accounts need no confirmation. */
export function alreadyRegistered(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered')
}
