import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { AuthError } from '#backend/auth/errors.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import { samlLibrary } from './library.ts'
import type { ProviderMetadata } from './metadata.ts'

const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** What a provider may call a person by, as administrators write it. */
export const nameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

/** Our own names towards identity providers. */
export function ownAddresses({ config }: AuthWorld) {
  const base = `${config.siteUrl}/auth/v1/sso/saml`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` }
}

/** Throws AuthError where no key is set. */
export function requireSaml(world: AuthWorld): KeyObject {
  const { privateKey } = world.config.auth.saml
  if (privateKey === null) {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  }
  return createPrivateKey(privateKey)
}

/** What administrators give their provider so that it knows us. */
export async function ownMetadata(world: AuthWorld): Promise<string> {
  const key = requireSaml(world)
  const { entityId, acsUrl } = ownAddresses(world)
  const { SPMetadata } = await samlLibrary()
  const metadata = SPMetadata({
    entityID: entityId,
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
    signingCert: selfSignedCertificate(key, new URL(entityId).hostname),
    nameIDFormat: [nameIdFormats.persistent],
    assertionConsumerService: [{ isDefault: true, Binding: postBinding, Location: acsUrl }],
  })
  return metadata.getMetadata()
}

/** A signed request to a provider: its id, and where the person's browser takes it. */
export async function signInRequest(
  world: AuthWorld,
  provider: ProviderMetadata,
  options: { relayState: string; nameIdFormat: string | null },
): Promise<{ id: string; url: string }> {
  const key = requireSaml(world)
  const { entityId, acsUrl } = ownAddresses(world)
  const { SamlLib } = await samlLibrary()
  const id = `_${crypto.randomUUID()}`
  const request = SamlLib.replaceTagsByValue(SamlLib.defaultLoginRequestTemplate.context, {
    ID: id,
    IssueInstant: new Date().toISOString(),
    Destination: provider.signInUrl,
    Issuer: entityId,
    ProtocolBinding: postBinding,
    AssertionConsumerServiceURL: acsUrl,
    AssertionConsumerServiceIndex: undefined,
    NameIDFormat: options.nameIdFormat ?? nameIdFormats.persistent,
    AllowCreate: true,
    ForceAuthn: undefined,
  })
  // The signature is over exactly these octets, in this order.
  const query = Object.entries({
    SAMLRequest: deflateRawSync(request).toString('base64'),
    RelayState: options.relayState,
    SigAlg: rsaSha256,
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const signature = sign('sha256', Buffer.from(query), key).toString('base64')
  const mark = provider.signInUrl.includes('?') ? '&' : '?'
  const url = `${provider.signInUrl}${mark}${query}&Signature=${encodeURIComponent(signature)}`
  return { id, url }
}
