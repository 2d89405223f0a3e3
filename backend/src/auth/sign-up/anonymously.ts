import { AuthError } from '#backend/auth/errors.ts'
import { startSessionIn } from '#backend/auth/sessions.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { createAccount, type Newcomer } from './create-account.ts'

/** An account that nobody can come back to but with its session, until it is given an address. */
export async function signUpAnonymously(
  world: AuthWorld,
  data: Newcomer['data'],
  headers: Headers,
): Promise<Response> {
  if (!world.config.auth.enableAnonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const session = await world.sql.begin(async (tx) => {
    const user = await createAccount(tx, world, { data }, headers)
    return startSessionIn(tx, world, user, 'anonymous', headers)
  })
  return json(session)
}
