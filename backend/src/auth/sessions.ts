import type postgres from 'postgres'
import type { Queryable } from '#backend/platform/queryable.ts'
import { audit } from './audit.ts'
import { noteSignIn } from './guards/known-devices.ts'
import { addressOf, userAgentOf } from './origin.ts'
import { presentUser } from './present-user.ts'
import { findUserById, lockUnchanged, type UserRow } from './users.ts'
import type { AuthWorld } from './world.ts'

export type SessionRow = {
  id: string
  user_id: string
  aal: string
  /** When the session ends whatever happens; null for never. */
  not_after: Date | null
}

/** How somebody proved who they are, and when (unix seconds). */
export type ProofOfIdentity = { method: string; timestamp: number }

/**
 * Opens a session for `user` and answers with its tokens, in the transaction of what proved the person:
 * both, or neither. `method` is how it shows in the token's `amr`; `notAfter` is when the session ends
 * whatever happens, null for never. Throws AuthError when the account was deleted, or its address given
 * up, while its password was being checked.
 */
export async function startSessionIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  method: string,
  headers: Headers,
  notAfter: Date | null = null,
) {
  const sessionId = crypto.randomUUID()
  const session = { id: sessionId, user_id: user.id, aal: 'aal1', not_after: notAfter }
  await lockUnchanged(tx, user)
  const first = world.refreshTokens.first(sessionId)
  // One statement for all that a session consists of; those after it follow without waiting for its answer.
  const opening = tx<ProofOfIdentity[]>`
    with person as (
      update auth.users set last_sign_in_at = now() where id = ${user.id}
    ), identity as (
      update auth.identities set last_sign_in_at = now()
      where user_id = ${user.id} and provider = 'email'
    ), session as (
      insert into auth.sessions (id, user_id, aal, not_after, user_agent, ip)
      values (${sessionId}, ${user.id}, 'aal1', ${notAfter}, ${userAgentOf(headers)},
        ${addressOf(headers)})
    ), token as (
      insert into auth.refresh_tokens (token, user_id, session_id, counter)
      values (${first.hash}, ${user.id}, ${sessionId}, ${first.counter})
    )
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${sessionId}, ${method})
    returning authentication_method as method, extract(epoch from updated_at)::int as timestamp`.execute()
  const [[proof], current] = await Promise.all([
    opening,
    findUserById(tx, user.id),
    audit(tx, user, 'login', headers, { method }),
    noteSignIn(tx, world, user, headers),
  ])
  return describeSession(world, session, current ?? user, first.token, [proof!])
}

/** A session as clients see it, with a new access token. */
export async function sessionBody(
  world: AuthWorld,
  sql: Queryable,
  session: SessionRow,
  user: UserRow,
  refreshToken: string,
) {
  const proofs = await sql<ProofOfIdentity[]>`
    select authentication_method as method, extract(epoch from updated_at)::int as timestamp
    from auth.mfa_amr_claims where session_id = ${session.id} order by updated_at desc`
  return describeSession(world, session, user, refreshToken, [...proofs])
}

/** The same where the proofs, newest first, are known. */
export async function describeSession(
  world: AuthWorld,
  session: Pick<SessionRow, 'id' | 'aal'>,
  user: UserRow,
  refreshToken: string,
  proofs: ProofOfIdentity[],
) {
  const lifetime = world.config.auth.accessTokenLifetime
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresAt = issuedAt + lifetime
  const shown = presentUser(user)
  const claims = {
    iss: `${world.config.siteUrl}/auth/v1`,
    sub: user.id,
    aud: shown.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: shown.email,
    phone: shown.phone,
    app_metadata: shown.app_metadata,
    user_metadata: shown.user_metadata,
    role: shown.role,
    aal: session.aal,
    amr: proofs,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  const isShared = world.config.auth.signingAlgorithm === 'HS256'
  const accessToken = world.tokens.sign(claims, isShared ? undefined : await world.keys.signing())
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: shown,
  }
}

/** Whether a session has lived, or lain idle, as long as it may. */
export function isOver(
  { auth }: AuthWorld['config'],
  session: { not_after: Date | null; created_at: Date; refreshed_at: Date | null },
): boolean {
  const now = Date.now()
  const isPast = (since: Date, seconds: number | null) =>
    seconds !== null && since.getTime() + seconds * 1000 <= now
  return (
    (session.not_after !== null && session.not_after.getTime() <= now) ||
    isPast(session.created_at, auth.sessionTimebox) ||
    isPast(session.refreshed_at ?? session.created_at, auth.sessionInactivity)
  )
}
