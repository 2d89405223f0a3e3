import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { passwordGuess } from './guards/password-guesses.ts'
import { startSession } from './sessions.ts'
import { findUserByEmail, findUserByPhone, isBanned, parsePhone } from './users.ts'
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
  const find = phone ? findUserByPhone : findUserByEmail
  const user = await find(world.sql, identifier)
  const guess = await passwordGuess(world, request.headers, identifier, user)
  const isMatch = await world.passwords.verify(password ?? '', user?.encrypted_password, guess)
  if (!user || !isMatch) {
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  await guess.wasRight()
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (phone && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
  if (email && !user.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (password && world.passwords.isOutdated(user.encrypted_password ?? '')) {
    const renewed = await world.passwords.hash(password)
    // Only if nobody changed the password meanwhile.
    await world.sql`
      update auth.users set encrypted_password = ${renewed}
      where id = ${user.id} and encrypted_password = ${user.encrypted_password}`
  }
  return json(await startSession(world, user, 'password', request.headers))
}
