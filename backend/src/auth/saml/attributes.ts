import type postgres from 'postgres'
import { z } from 'zod'
import type { Assertion } from './assertion.ts'

/**
 * Attribute mapping in Supabase's format: for each claim, the SAML attributes from which it is
 * read.
 */
export const attributeMappingSchema = z.object({
  keys: z
    .record(
      z.string().min(1),
      z.object({
        name: z.string().optional(),
        names: z.array(z.string()).optional(),
        default: z.json().optional(),
        /** Whether the claim contains all values of the SAML attribute, not only the first. */
        array: z.boolean().optional(),
      }),
    )
    .optional(),
})

export type AttributeMapping = z.output<typeof attributeMappingSchema>

const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'

const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** SAML attribute names for emails, most common first. */
const emailNames = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
  'Email',
]

function valuesOf({ attributes }: Assertion, name: string): string[] {
  return attributes.filter(({ names }) => names.includes(name)).flatMap(({ values }) => values)
}

/** Returns the user's persistent id at the identity provider, or undefined. */
export function subjectOf(assertion: Assertion): string | undefined {
  const [id] = valuesOf(assertion, subjectId)
  if (id) return id
  return assertion.nameIdFormat === transient ? undefined : assertion.nameId
}

/** Returns the email of an assertion, for a provider without a mapping for the email. */
export function emailOf(assertion: Assertion): string | undefined {
  const found = emailNames.flatMap((name) => valuesOf(assertion, name))[0]
  return found ?? (assertion.nameIdFormat === emailAddress ? assertion.nameId : undefined)
}

export function mappedClaims(
  assertion: Assertion,
  mapping: AttributeMapping,
): Record<string, postgres.JSONValue> {
  const claims: Record<string, postgres.JSONValue> = {}
  for (const [key, { name, names = [], array, default: fallback }] of Object.entries(
    mapping.keys ?? {},
  )) {
    const values = [...(name ? [name] : []), ...names]
      .map((each) => valuesOf(assertion, each))
      .find((each) => each.length > 0)
    if (values) claims[key] = array ? values : values[0]!
    else if (fallback !== undefined) claims[key] = fallback
  }
  return claims
}
