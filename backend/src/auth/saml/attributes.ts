import type postgres from 'postgres'
import { z } from 'zod'
import type { Assertion } from './assertion.ts'

/** Which attributes of an assertion become which claims, as Supabase writes it. */
export const attributeMappingSchema = z.object({
  keys: z
    .record(
      z.string().min(1),
      z.object({
        name: z.string().optional(),
        names: z.array(z.string()).optional(),
        default: z.json().optional(),
        /** Takes every value instead of the first. */
        array: z.boolean().optional(),
      }),
    )
    .optional(),
})

export type AttributeMapping = z.output<typeof attributeMappingSchema>

const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'

const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** What providers call an address, the best known names first. */
const emailNames = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
  'Email',
]

/** Every value of the attributes with this name, or this friendly name. */
function valuesOf({ attributes }: Assertion, name: string): string[] {
  return attributes.filter(({ names }) => names.includes(name)).flatMap(({ values }) => values)
}

/** What stays the same for a person at their provider; undefined when nothing does. */
export function subjectOf(assertion: Assertion): string | undefined {
  const [id] = valuesOf(assertion, subjectId)
  if (id) return id
  return assertion.nameIdFormat === transient ? undefined : assertion.nameId
}

/** The person's address where no mapping names it. */
export function emailOf(assertion: Assertion): string | undefined {
  const found = emailNames.flatMap((name) => valuesOf(assertion, name))[0]
  return found ?? (assertion.nameIdFormat === emailAddress ? assertion.nameId : undefined)
}

/** The claims a mapping makes of an assertion. */
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
