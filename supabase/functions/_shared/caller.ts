import { env } from './env.ts'
import { failure } from './errors.ts'
import { serviceClient } from './supabase.ts'

/** The signed-in person who calls. Throws not_signed_in for any other token. */
export async function requireUser(request: Request): Promise<{ id: string }> {
  const { sub } = await requireClaims(request)
  return { id: sub }
}

/**
 * The same for what moves money or hands out private data, in a session that has not ended: elsewhere
 * its tokens are good for an hour longer. Throws second_factor_needed when the person has a second
 * factor and this session was opened without it.
 */
export async function requireAssuredUser(request: Request): Promise<{ id: string }> {
  const { sub, aal } = await requireClaims(request)
  const { data, error } = await serviceClient().auth.getUser(bearerToken(request))
  if (error) throw failure('not_signed_in')
  const hasFactor = data.user.factors?.some(({ status }) => status === 'verified')
  if (hasFactor && aal !== 'aal2') throw failure('second_factor_needed')
  return { id: sub }
}

async function requireClaims(request: Request) {
  const token = bearerToken(request)
  if (!token) throw failure('not_signed_in')
  const { data, error } = await serviceClient().auth.getClaims(token)
  if (error || !data?.claims.sub) throw failure('not_signed_in')
  return data.claims
}

/** Throws service_role_only unless the project's own key calls. */
export async function requireServiceRole(request: Request): Promise<void> {
  if (bearerToken(request) !== env('SUPABASE_SERVICE_ROLE_KEY')) {
    throw failure('service_role_only')
  }
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
