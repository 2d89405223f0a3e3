import type postgres from 'postgres'
import type { Queryable } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import { WireError } from '#backend/platform/wire/message-reader.ts'
import { auditEntry } from './audit.ts'
import { AuthError } from './errors.ts'
import { marksOf, tellOfNewBrowser } from './guards/known-devices.ts'
import { addressOf, userAgentOf } from './origin.ts'
import { presentUser } from './present-user.ts'
import { findUserById, userOf, userStatement, withId, type UserRow } from './users.ts'
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
  const opening = openingOf(world, user, { method, headers, notAfter })
  const { text, values } = opening.statement
  const [[row], current] = await Promise.all([
    tx.unsafe<{ opened: string | null }[]>(text, values, { prepare: true }).execute(),
    findUserById(tx, user.id),
  ])
  const opened = openedOf(row?.opened)
  if (!opened) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (opened.isNewBrowser) await tellOfNewBrowser(world, tx, user, headers)
  return opening.describe(opened, current ?? user)
}

/**
 * The same in one round trip and a transaction of its own, for who proved themselves by the password that
 * is stored as `user` has it. Null, with nothing done, where that or the account is no longer the same,
 * where a new browser is to be told of, or where the account stays locked.
 */
export async function startSessionAtOnce(world: AuthWorld, user: UserRow, headers: Headers) {
  const opening = openingOf(world, user, { method: 'password', headers, isUsual: true })
  const answers = await world.database
    .batchAsOwner([opening.statement, userStatement(withId(user.id))])
    .catch(nullWhereLocked)
  if (!answers) return null
  const [answer = [], person = []] = answers
  const opened = openedOf(answer[0]?.[0]?.toString())
  return opened && opening.describe(opened, userOf(person) ?? user)
}

type Opened = { authenticatedAt: number; isNewBrowser: boolean }

// By way of text, which every client sends as it is.
const openSql = `
  select auth_internal.open_session($1, $2, $3, $4, $5::text::timestamptz, $6, $7, $8, $9::text::inet,
    $10::text::json, $11::text::text[], $12::text::boolean)::text as opened`

/** What opens a session, and how it is then shown. Usual: by the stored password, with nobody to tell. */
function openingOf(
  world: AuthWorld,
  user: UserRow,
  {
    method,
    headers,
    notAfter = null,
    isUsual = false,
  }: { method: string; headers: Headers; notAfter?: Date | null; isUsual?: boolean },
) {
  const id = crypto.randomUUID()
  const first = world.refreshTokens.first(id)
  const values = [
    user.id,
    user.email,
    isUsual ? user.encrypted_password : null,
    id,
    notAfter?.toISOString() ?? null,
    first.hash,
    method,
    userAgentOf(headers),
    addressOf(headers),
    JSON.stringify(auditEntry(user, 'login', headers, { method })),
    arrayLiteral(marksOf(world, user, headers)),
    String(isUsual),
  ]
  const describe = ({ authenticatedAt }: Opened, current: UserRow) =>
    describeSession(world, { id, aal: 'aal1' }, current, first.token, [
      { method, timestamp: authenticatedAt },
    ])
  return { statement: { text: openSql, values }, describe }
}

function openedOf(json: string | null | undefined): Opened | null {
  return json ? (JSON.parse(json) as Opened) : null
}

/** Whoever has waited too long for the lock can wait longer in a transaction. */
function nullWhereLocked(cause: unknown): null {
  if (cause instanceof WireError && cause.code === '55P03') return null
  throw cause
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
