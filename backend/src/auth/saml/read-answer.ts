import { invalid, AuthError } from '#backend/auth/errors.ts'
import { findSsoProvider, type SsoProvider } from '#backend/auth/sso/sso-providers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { checkResponse, readAssertion, AssertionError, type Assertion } from './assertion.ts'
import { readMetadata } from './metadata.ts'
import type { RelayState } from './relay-states.ts'
import { ownAddresses } from './service-provider.ts'
import { SignatureError, verifiedAssertion } from './signature.ts'
import { parseXml, XmlError } from './xml.ts'

/**
 * What a provider answers to the request that `relayState` remembers. Throws AuthError: 404 when the
 * provider is gone, 400 with one text for whatever is wrong with the answer.
 */
export async function readAnswer(
  world: AuthWorld,
  relayState: RelayState,
  encoded: string | null,
): Promise<{ provider: SsoProvider; assertion: Assertion }> {
  const provider = await findSsoProvider(world.sql, relayState.sso_provider_id)
  if (!provider?.saml || provider.disabled) {
    throw new AuthError(
      404,
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    )
  }
  const { entityId, acsUrl } = ownAddresses(world)
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
    throw asRefusal(cause)
  }
}

function decode(encoded: string): string {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(encoded)) throw new XmlError('this is no base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw new XmlError('this is no UTF-8')
  }
}

/** Nobody learns from the text which check stopped a forged answer; only the company's own refusal is told. */
function asRefusal(cause: unknown): unknown {
  const isWrong =
    cause instanceof XmlError ||
    cause instanceof SignatureError ||
    cause instanceof AssertionError ||
    // Elements within elements without end.
    cause instanceof RangeError
  return isWrong ? invalid('SAML Assertion is not valid') : cause
}
