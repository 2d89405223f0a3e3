import { env } from './env.ts'
import { failure } from './errors.ts'
import { serviceClient } from './supabase.ts'

/** The signed-in person who calls. Throws not_signed_in for any other token. */
export async function requireUser(request: Request): Promise<{ id: string }> {
  const token = bearerToken(request)
  if (!token) throw failure('not_signed_in')
  const { data, error } = await serviceClient().auth.getClaims(token)
  if (error || !data?.claims.sub) throw failure('not_signed_in')
  return { id: data.claims.sub }
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
