import type { JSONValue } from 'postgres'
import { isEmailAddress } from '#backend/auth/core/identifiers.ts'

export type ExternalProfile = {
  subject: string
  email: string | null
  /** Whether the provider verified the email, or the configuration trusts the provider's emails. */
  isEmailVerified: boolean
  data: Record<string, JSONValue>
}

type ProfileFields = {
  subject: string | number | undefined
  issuer: string
  email?: string | null | undefined
  isEmailVerified: boolean
  name?: string | undefined
  picture?: string | undefined
  more?: Record<string, JSONValue | undefined>
}

/** Creates a user's profile. Returns undefined if the provider sent no valid subject. */
export function createProfile(found: ProfileFields): ExternalProfile | undefined {
  const subject = String(found.subject ?? '')
  if (!subject || subject.length > 255) return undefined
  const email = parseProviderEmail(found.email)
  const isEmailVerified = email !== null && found.isEmailVerified
  const facts: Record<string, JSONValue | undefined> = {
    ...found.more,
    iss: found.issuer,
    sub: subject,
    provider_id: subject,
    name: found.name,
    full_name: found.name,
    picture: found.picture,
    avatar_url: found.picture,
    email: email ?? undefined,
    email_verified: isEmailVerified,
    phone_verified: false,
  }
  return { subject, email, isEmailVerified, data: definedFields(facts) }
}

/**
 * Validates an email before converting it to lower case, because the conversion turns a Kelvin sign
 * into an ASCII k.
 */
function parseProviderEmail(email: string | null | undefined): string | null {
  const address = email?.trim() ?? ''
  return address.length <= 255 && isEmailAddress(address) ? address.toLowerCase() : null
}

const identifyingFields = new Set([
  'iss',
  'sub',
  'provider_id',
  'email',
  'email_verified',
  'phone_verified',
])

export function descriptionOf({ data }: ExternalProfile): ExternalProfile['data'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !identifyingFields.has(name)))
}

/** Truncates a string to 2048 characters. Returns undefined for an empty string or another type. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2048) : undefined
}

function definedFields(facts: Record<string, JSONValue | undefined>): Record<string, JSONValue> {
  const kept = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(kept) as Record<string, JSONValue>
}

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
    // Also accepts strings, because Apple and other providers send `email_verified` as a string.
    isEmailVerified: said === true || said === 'true' || (said === undefined && trustsEmail),
    name: textOf(claims['name']) ?? (parts.join(' ') || undefined),
    picture: textOf(claims['picture']),
    more: {
      preferred_username: textOf(claims['preferred_username']),
      user_name: textOf(claims['preferred_username']),
    },
  })
}

/** Parses the user's name, which Apple posts outside the ID token and only at the first sign-in. */
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
