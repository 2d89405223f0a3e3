import { createProfile, textOf, type ExternalProfile } from './profile.ts'

/**
 * The profile in the claims of an ID token or of the userinfo endpoint. `trustsEmail` says that the
 * provider is known to verify addresses though it does not say so.
 */
export function profileOfClaims(
  issuer: string,
  claims: Record<string, unknown>,
  trustsEmail: boolean,
): ExternalProfile | undefined {
  const { email_verified: said } = claims
  const parts = [textOf(claims['given_name']), textOf(claims['family_name'])].filter(Boolean)
  return createProfile({
    subject: textOf(claims['sub']),
    issuer,
    email: textOf(claims['email']),
    // Apple and some others say it as a text.
    isEmailVerified: said === true || said === 'true' || (said === undefined && trustsEmail),
    name: textOf(claims['name']) ?? (parts.join(' ') || undefined),
    picture: textOf(claims['picture']),
    more: {
      preferred_username: textOf(claims['preferred_username']),
      user_name: textOf(claims['preferred_username']),
    },
  })
}

/** The name Apple posts beside the code, the first time alone and outside of the signed token. */
export function appleName(posted: string | null): string | undefined {
  if (!posted || posted.length > 2000) return undefined
  try {
    const { name } = JSON.parse(posted) as { name?: Record<string, unknown> }
    const parts = [textOf(name?.['firstName']), textOf(name?.['lastName'])].filter(Boolean)
    return parts.join(' ').slice(0, 200) || undefined
  } catch {
    return undefined
  }
}
