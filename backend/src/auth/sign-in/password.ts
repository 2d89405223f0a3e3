import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { parsePhone } from '#backend/auth/core/identifiers.ts'
import { startPasswordSession, startSession } from '#backend/auth/core/sessions.ts'
import { type UserRow, byEmail, byPhone, isBanned } from '#backend/auth/core/users.ts'
import { verifyPassword } from './failed-attempts.ts'

const passwordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})

/** grant_type=password. Unknown emails and wrong passwords get the same response in equal time. */
export async function signInWithPassword(context: AuthContext, request: Request) {
  const { email, phone, password } = await readBody(request, passwordBody)
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (!email && !phone) throw invalid('missing email or phone')
  if (phone && !context.settings.enablePhone) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  }

  const identifier = phone ? parsePhone(phone) : (email ?? '')
  const which = phone ? byPhone(identifier) : byEmail(identifier)
  const attempt = { identifier, which, password: password ?? '' }
  const user = await verifyPassword(context, request.headers, attempt)
  if (!user) throw invalidCredentials()
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (phone && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
  if (email && !user.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  const session =
    (await startPasswordSession(context, user, request.headers)) ??
    (await startSessionUnderLock(context, user, password ?? '', request.headers))
  if (password) await rehashOutdated(context, user, password)
  return json(session)
}

/**
 * Opens a session, which locks the account's row, and then checks the current password hash. A
 * wrong password rolls back the session.
 */
function startSessionUnderLock(
  context: AuthContext,
  user: UserRow,
  password: string,
  headers: Headers,
) {
  return context.sql.begin(async (tx) => {
    const opened = await startSession(tx, context, user, 'password', headers)
    const [now] = await tx<{ hash: string | null }[]>`
      select encrypted_password as hash from auth.users where id = ${user.id}`
    const isSame = now?.hash === user.encrypted_password
    if (isSame || (await context.passwords.verify(password, now?.hash))) return opened
    throw invalidCredentials()
  })
}

async function rehashOutdated(context: AuthContext, user: UserRow, password: string) {
  if (!context.passwords.isOutdated(user.encrypted_password ?? '')) return
  const renewed = await context.passwords.hash(password)
  await context.sql`
    update auth.users set encrypted_password = ${renewed}
    where id = ${user.id} and encrypted_password = ${user.encrypted_password}`
}

function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
