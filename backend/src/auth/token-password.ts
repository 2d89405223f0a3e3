import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { tryPassword } from './guards/password-guesses.ts'
import { startSessionAtOnce, startSessionIn } from './sessions.ts'
import { parsePhone } from './identifiers.ts'
import { isBanned, withEmail, withPhone, type UserRow } from './users.ts'
import type { AuthWorld } from './world.ts'

const passwordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})

/** grant_type=password. An unknown address and a wrong password get the same answer as slowly. */
export async function signInWithPassword(world: AuthWorld, request: Request): Promise<Response> {
  const { email, phone, password } = await readBody(request, passwordBody)
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (!email && !phone) throw invalid('missing email or phone')
  if (phone && !world.config.auth.enablePhone) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  }

  const identifier = phone ? parsePhone(phone) : (email ?? '')
  const which = phone ? withPhone(identifier) : withEmail(identifier)
  const guess = { identifier, which, password: password ?? '' }
  const user = await tryPassword(world, request.headers, guess)
  if (!user) throw wrong()
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (phone && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
  if (email && !user.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  const session =
    (await startSessionAtOnce(world, user, request.headers)) ??
    (await startSessionUnderLock(world, user, password ?? '', request.headers))
  if (password) await renewOutdated(world, user, password)
  return json(session)
}

/** Looks closer: the account is locked, and its password may have been changed while this one was checked. */
function startSessionUnderLock(
  world: AuthWorld,
  user: UserRow,
  password: string,
  headers: Headers,
) {
  return world.sql.begin(async (tx) => {
    const opened = await startSessionIn(tx, world, user, 'password', headers)
    const [now] = await tx<{ hash: string | null }[]>`
      select encrypted_password as hash from auth.users where id = ${user.id}`
    const isSame = now?.hash === user.encrypted_password
    if (isSame || (await world.passwords.verify(password, now?.hash))) return opened
    throw wrong()
  })
}

/** Stores the password by today's cost, if nobody has changed it meanwhile. */
async function renewOutdated(world: AuthWorld, user: UserRow, password: string): Promise<void> {
  if (!world.passwords.isOutdated(user.encrypted_password ?? '')) return
  const renewed = await world.passwords.hash(password)
  await world.sql`
    update auth.users set encrypted_password = ${renewed}
    where id = ${user.id} and encrypted_password = ${user.encrypted_password}`
}

function wrong(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
