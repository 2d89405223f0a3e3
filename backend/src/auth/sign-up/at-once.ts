import { startSessionIn } from '#backend/auth/sessions.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { alreadyRegistered } from './already-registered.ts'
import { createAccount, unlessTaken, type Newcomer } from './create-account.ts'

/**
 * Makes an account that nobody has to confirm, and signs it in. Throws AuthError `user_already_exists`
 * when somebody has its address or number.
 */
export async function signUpAtOnce(
  world: AuthWorld,
  newcomer: Newcomer,
  headers: Headers,
): Promise<Response> {
  const session = await unlessTaken(() =>
    world.sql.begin(async (tx) => {
      const user = await createAccount(tx, world, newcomer, headers)
      return startSessionIn(tx, world, user, 'password', headers)
    }),
  )
  if (!session) throw alreadyRegistered()
  return json(session)
}
