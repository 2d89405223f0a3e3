import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { parseEmail } from '#backend/auth/core/identifiers.ts'
import {
  type Assertion,
  AssertionError,
  checkResponse,
  readAssertion,
} from '#backend/auth/saml/assertion.ts'
import { emailOf, mappedClaims, subjectOf } from '#backend/auth/saml/attributes.ts'
import { readMetadata } from '#backend/auth/saml/metadata.ts'
import { serviceProviderUrls } from '#backend/auth/saml/service-provider.ts'
import { SignatureError, verifiedAssertion } from '#backend/auth/saml/signature.ts'
import { XmlError, parseXml } from '#backend/auth/saml/xml.ts'
import type { SsoUser } from './accounts.ts'
import { type SsoProvider, findSsoProvider } from './providers.ts'
import type { RelayState } from './saml-begin.ts'

/**
 * Verifies and reads the SAML response to the request in `relayState`. Throws AuthError: 404 if the
 * provider was removed or disabled, or 400 with the same message for every invalid response.
 */
export async function readSamlResponse(
  context: AuthContext,
  relayState: RelayState,
  encoded: string | null,
): Promise<{ provider: SsoProvider; assertion: Assertion }> {
  const provider = await findSsoProvider(context.sql, relayState.sso_provider_id)
  if (!provider?.saml || provider.disabled) {
    throw new AuthError(
      404,
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    )
  }
  const { entityId, acsUrl } = serviceProviderUrls(context)
  const metadata = readMetadata(provider.saml.metadata_xml)
  const expected = {
    provider: metadata.entityId,
    audience: entityId,
    recipient: acsUrl,
    requestId: relayState.request_id,
    now: new Date(),
  }
  try {
    const xml = decode(encoded ?? '')
    const response = parseXml(xml)
    checkResponse(response, expected)
    const element = await verifiedAssertion(xml, response, metadata.certificates)
    return { provider, assertion: readAssertion(element, expected) }
  } catch (cause) {
    throw asInvalidAssertion(cause)
  }
}

function decode(encoded: string): string {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(encoded)) throw new XmlError('not base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw new XmlError('not UTF-8')
  }
}

/** Maps all failed SAML checks to one message, so that attackers learn nothing from it. */
function asInvalidAssertion(cause: unknown): unknown {
  const isWrong =
    cause instanceof XmlError ||
    cause instanceof SignatureError ||
    cause instanceof AssertionError ||
    // xmldom throws a RangeError if elements are nested too deeply.
    cause instanceof RangeError
  return isWrong ? invalid('SAML Assertion is not valid') : cause
}

const maxSubjectLength = 1024

/**
 * Returns the user of a SAML assertion. Throws AuthError (400) if the id or email is missing or
 * invalid.
 */
export function ssoUserOf(
  assertion: Assertion,
  { entity_id, attribute_mapping }: NonNullable<SsoProvider['saml']>,
): SsoUser {
  const subject = subjectOf(assertion)
  if (!subject || subject.length > maxSubjectLength) {
    throw new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    )
  }
  const { email: mapped, ...claims } = mappedClaims(assertion, attribute_mapping ?? {})
  const email = typeof mapped === 'string' ? mapped : emailOf(assertion)
  if (!email) throw noEmail()
  return { subject, issuer: entity_id, email: parseAssertedEmail(email), claims }
}

function parseAssertedEmail(email: string): string {
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
