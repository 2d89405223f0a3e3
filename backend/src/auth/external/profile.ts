import type { JSONValue } from 'postgres'
import { isEmailAddress } from '#backend/auth/core/identifiers.ts'

/** What a provider tells of somebody who signs in. */
export type ExternalProfile = {
  /** Who it is there; never changes, unlike the address. */
  subject: string
  /** In lower case; null when the provider tells none. */
  email: string | null
  /** Whether the provider has made sure that the address is theirs, as far as it is trusted with that. */
  isEmailVerified: boolean
  /** As the identity keeps it, by Supabase's names. */
  data: Record<string, JSONValue>
}

/** What readers of single providers find out. */
type ProfileFields = {
  subject: string | number | undefined
  issuer: string
  email?: string | null | undefined
  isEmailVerified: boolean
  name?: string | undefined
  picture?: string | undefined
  /** What else is worth keeping. */
  more?: Record<string, JSONValue | undefined>
}

/** A profile in the one shape; undefined when nothing says who it is. */
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
 * The address in lower case; null for none. Looked at before that, as a Kelvin sign is a 'k' then, and
 * whoever has a mailbox of that name would have somebody else's.
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

/** What only describes the person: name and picture, not who they are. */
export function descriptionOf({ data }: ExternalProfile): ExternalProfile['data'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !identifyingFields.has(name)))
}

/** A text of a provider's answer, cut to what a name or an address of a picture needs; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2048) : undefined
}

function definedFields(facts: Record<string, JSONValue | undefined>): Record<string, JSONValue> {
  const kept = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(kept) as Record<string, JSONValue>
}

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
