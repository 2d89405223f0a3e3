import type { Queryable } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import { WireError } from '#backend/platform/wire/message-reader.ts'
import { auditEntry } from './audit.ts'
import type { AuthContext, Tx } from './context.ts'
import { AuthError } from './errors.ts'
import { presentUser } from './present-user.ts'
import { userAgentOf } from './request-origin.ts'
import { ipAddressOf } from '#backend/platform/client-network.ts'
import { deviceHashesOf, notifyNewBrowser } from './trusted-devices.ts'
import { type UserRow, byId, findUserById, userFromRows, userStatement } from './users.ts'

export type SessionRow = {
  id: string
  user_id: string
  aal: string
  not_after: Date | null
}

/** An authentication method and its time in Unix seconds, as in the `amr` claim. */
export type AuthenticationMethod = { method: string; timestamp: number }

/**
 * Opens a session and returns its tokens. `method` is the `amr` method. `notAfter` is the fixed end
 * of the session. Throws AuthError (400) if the account was deleted or its email changed
 * concurrently.
 */
export async function startSession(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  method: string,
  headers: Headers,
  notAfter: Date | null = null,
) {
  const opening = prepareSession(context, user, { method, headers, notAfter })
  const { text, values } = opening.statement
  const [[row], current] = await Promise.all([
    tx.unsafe<{ opened: string | null }[]>(text, values, { prepare: true }).execute(),
    findUserById(tx, user.id),
  ])
  const opened = parseOpened(row?.opened)
  if (!opened) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (opened.isNewBrowser) await notifyNewBrowser(context, tx, user, headers)
  return opening.describe(opened, current ?? user)
}

/**
 * Opens a session in one round trip after a password check. Returns null if the account changed
 * since the check, the browser is new, or the account's row is locked. The caller then calls
 * `startSession`.
 */
export async function startPasswordSession(context: AuthContext, user: UserRow, headers: Headers) {
  const opening = prepareSession(context, user, { method: 'password', headers, isUsual: true })
  const results = await context
    .batch([opening.statement, userStatement(byId(user.id))])
    .catch(nullIfLocked)
  if (!results) return null
  const [sessionRows = [], userRows = []] = results
  const opened = parseOpened(sessionRows[0]?.[0]?.toString())
  return opened && opening.describe(opened, userFromRows(userRows) ?? user)
}

type Opened = { authenticatedAt: number; isNewBrowser: boolean }

// Casts the parameters from text, a format that postgres.js and the wire client both support.
const openSql = `
  select auth_internal.open_session($1, $2, $3, $4, $5::text::timestamptz, $6, $7, $8, $9::text::inet,
    $10::text::json, $11::text::text[], $12::text::boolean)::text as opened`

/**
 * Builds the SQL statement that opens a session, and the function that creates the response. With
 * `isUsual`, opens the session only if the password is unchanged and the browser is not new.
 */
function prepareSession(
  context: AuthContext,
  user: UserRow,
  {
    method,
    headers,
    notAfter = null,
    isUsual = false,
  }: { method: string; headers: Headers; notAfter?: Date | null; isUsual?: boolean },
) {
  const id = crypto.randomUUID()
  const first = context.refreshTokens.first(id)
  const values = [
    user.id,
    user.email,
    isUsual ? user.encrypted_password : null,
    id,
    notAfter?.toISOString() ?? null,
    first.hash,
    method,
    userAgentOf(headers),
    ipAddressOf(headers),
    JSON.stringify(auditEntry(user, 'login', headers, { method })),
    arrayLiteral(deviceHashesOf(context, user, headers)),
    String(isUsual),
  ]
  const describe = ({ authenticatedAt }: Opened, current: UserRow) =>
    sessionResponse(context, { id, aal: 'aal1' }, current, first.token, [
      { method, timestamp: authenticatedAt },
    ])
  return { statement: { text: openSql, values }, describe }
}

function parseOpened(json: string | null | undefined): Opened | null {
  return json ? (JSON.parse(json) as Opened) : null
}

/**
 * Error handler that returns null for a lock timeout (55P03), so that the caller retries without a
 * lock timeout. Rethrows all other errors.
 */
function nullIfLocked(cause: unknown): null {
  if (cause instanceof WireError && cause.code === '55P03') return null
  throw cause
}

export async function loadSessionResponse(
  context: AuthContext,
  sql: Queryable,
  session: SessionRow,
  user: UserRow,
  refreshToken: string,
) {
  const amr = await sql<AuthenticationMethod[]>`
    select authentication_method as method, extract(epoch from updated_at)::int as timestamp
    from auth.mfa_amr_claims where session_id = ${session.id} order by updated_at desc`
  return sessionResponse(context, session, user, refreshToken, [...amr])
}

export async function sessionResponse(
  context: AuthContext,
  session: Pick<SessionRow, 'id' | 'aal'>,
  user: UserRow,
  refreshToken: string,
  amr: AuthenticationMethod[],
) {
  const lifetime = context.settings.accessTokenLifetime
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresAt = issuedAt + lifetime
  const shown = presentUser(user)
  const claims = {
    iss: `${context.siteUrl}/auth/v1`,
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
    amr: amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  const isShared = context.settings.signingAlgorithm === 'HS256'
  const accessToken = context.tokens.sign(
    claims,
    isShared ? undefined : await context.keys.signing(),
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: shown,
  }
}
