import { isUuid } from '#backend/auth/bearer.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { findSsoProvider, type SsoProvider } from '#backend/auth/sso/sso-providers.ts'
import type { Queryable } from '#backend/platform/database.ts'

/** The provider a path names. Throws AuthError (404). */
export async function requireProviderOfPath(sql: Queryable, id: string): Promise<SsoProvider> {
  const provider = isUuid(id) ? await findSsoProvider(sql, id) : undefined
  if (provider) return provider
  throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
}
