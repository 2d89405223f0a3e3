import { AuthError } from '#backend/auth/errors.ts'
import type { SsoPerson } from '#backend/auth/sso/sso-accounts.ts'
import type { SsoProvider } from '#backend/auth/sso/sso-providers.ts'
import { parseEmail } from '#backend/auth/identifiers.ts'
import type { Assertion } from './assertion.ts'
import { emailOf, mappedClaims, subjectOf } from './attributes.ts'

const longestSubject = 1024

/**
 * Who an assertion speaks of, with the attributes that the provider's mapping asks for. Throws
 * AuthError (400) when it does not say, or gives no usable address.
 */
export function personOf(
  assertion: Assertion,
  { entity_id, attribute_mapping }: NonNullable<SsoProvider['saml']>,
): SsoPerson {
  const subject = subjectOf(assertion)
  if (!subject || subject.length > longestSubject) {
    throw new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    )
  }
  const { email: mapped, ...claims } = mappedClaims(assertion, attribute_mapping ?? {})
  const email = typeof mapped === 'string' ? mapped : emailOf(assertion)
  if (!email) throw noEmail()
  return { subject, issuer: entity_id, email: checked(email), claims }
}

function checked(email: string): string {
  try {
    return parseEmail(email)
  } catch {
    throw noEmail()
  }
}

function noEmail(): AuthError {
  return new AuthError(
    400,
    'saml_assertion_no_email',
    'SAML Assertion does not contain an email address',
  )
}
