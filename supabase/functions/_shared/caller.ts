import { createClient, type JwtPayload } from '@supabase/supabase-js'
import { queryValue } from './database.ts'
import { env } from './env.ts'
import { failure } from './errors.ts'
import { serverAuth, serviceClient } from './supabase.ts'

type AssuredUser = {
  id: string
  sessionId: string
  hasPassedFactor: boolean
  /** Time of the sign-in that opened the session, in Unix seconds; 0 if unknown. */
  signedInAt: number
}

/**
 * Returns the signed-in user of the request. Throws not_signed_in without a valid access token of a
 * user.
 */
export async function requireUser(request: Request): Promise<{ id: string }> {
  const { sub } = await requireClaims(request)
  return { id: sub }
}

/**
 * Returns the signed-in user, for functions that move money or return private data. Throws
 * not_signed_in without a valid access token or if the session was revoked, and
 * second_factor_needed if the user has not passed an existing second factor.
 */
export async function requireAssuredUser(request: Request): Promise<AssuredUser> {
  const { sub, aal, amr, session_id: sessionId } = await requireClaims(request)
  const { data, error } = await serviceClient().auth.getUser(bearerToken(request))
  if (error) throw failure('not_signed_in')
  const hasFactor = data.user.factors?.some(({ status }) => status === 'verified')
  if (hasFactor && aal !== 'aal2') throw failure('second_factor_needed')
  return { id: sub, sessionId, hasPassedFactor: aal === 'aal2', signedInAt: signInTime(amr) }
}

/**
 * Returns the earliest time of the session's authentication methods, because the user verifies a
 * second factor only after the sign-in.
 */
function signInTime(amr: JwtPayload['amr'] = []): number {
  const times = amr.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.timestamp]))
  return times.length > 0 ? Math.min(...times) : 0
}

/**
 * Throws second_factor_required if the session is aal1 and `platform_settings` requires a second
 * factor for admins and for hosts who connect payouts. In SQL, `is_assured` enforces the same rule
 * for admins.
 */
export async function checkSecondFactor({ hasPassedFactor }: AssuredUser): Promise<void> {
  if (hasPassedFactor) return
  const isRequired = await queryValue<boolean>`
    select second_factor_required from platform_settings`
  if (isRequired) throw failure('second_factor_required')
}

/**
 * Returns the signed-in user, for admin functions. Throws the errors of `requireAssuredUser` and
 * `checkSecondFactor`. SQL checks that the user is an admin.
 */
export async function requireAssuredAdmin(request: Request): Promise<AssuredUser> {
  const user = await requireAssuredUser(request)
  await checkSecondFactor(user)
  return user
}

/**
 * Throws service_role_only unless the request carries a valid service role key. Each machine signs
 * its own key, so the auth service verifies the keys of other machines.
 */
export async function requireServiceRole(request: Request): Promise<void> {
  const key = bearerToken(request)
  if (key && key === env('SUPABASE_SERVICE_ROLE_KEY')) return
  if (!key) throw failure('service_role_only')
  const { auth } = createClient(env('SUPABASE_URL'), key, { auth: serverAuth })
  const { error } = await auth.admin.listUsers({ perPage: 1 })
  if (error) throw failure('service_role_only')
}

/**
 * Caches the claims of tokens with a verified signature, because verifying a signature takes longer
 * than a query.
 */
const verifiedTokens = new Map<string, JwtPayload>()
const maxVerifiedTokens = 1_000

async function requireClaims(request: Request) {
  const token = bearerToken(request)
  if (!token) throw failure('not_signed_in')
  // The cache key contains the URL, because one process may serve several projects with different
  // signing keys.
  const key = `${env('SUPABASE_URL')} ${token}`
  const known = verifiedTokens.get(key)
  if (known && known.exp * 1000 > Date.now()) return known
  const { data, error } = await serviceClient().auth.getClaims(token)
  if (error || !data?.claims.sub) throw failure('not_signed_in')
  // Tokens signed with a shared secret (HS256) are not cached. For these tokens, getClaims calls
  // the auth service, which also rejects revoked sessions.
  if (!data.header.alg.startsWith('HS')) {
    if (verifiedTokens.size >= maxVerifiedTokens) verifiedTokens.clear()
    verifiedTokens.set(key, data.claims)
  }
  return data.claims
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
