import { json } from '#backend/platform/http.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { type NewUser, createAccount, nullIfTaken } from '#backend/auth/core/new-users.ts'
import { startSession } from '#backend/auth/core/sessions.ts'

/**
 * Creates an account without confirmation and signs the user in. Throws AuthError (422) for a taken
 * email or phone.
 */
export async function signUpWithoutConfirmation(
  context: AuthContext,
  newUser: NewUser,
  headers: Headers,
): Promise<Response> {
  const session = await nullIfTaken(() =>
    context.sql.begin(async (tx) => {
      const user = await createAccount(tx, context, newUser, headers)
      return startSession(tx, context, user, 'password', headers)
    }),
  )
  if (!session) throw alreadyRegistered()
  return json(session)
}

/** Error for a taken email or phone with autoconfirm, which reveals that the account exists. */
export function alreadyRegistered(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered')
}
