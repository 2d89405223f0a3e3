import { type KeyObject, createPrivateKey, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import type { ProviderMetadata } from './metadata.ts'
import { samlLibrary } from './signature.ts'

const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** Supported SAML NameID formats by their names in the admin API. */
export const nameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

/** Returns the SAML entity id and assertion consumer service URL of this service. */
export function serviceProviderUrls({ siteUrl }: AuthContext) {
  const base = `${siteUrl}/auth/v1/sso/saml`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` }
}

export function samlDisabled(): AuthError {
  return new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

/** Returns the SAML private key. Throws AuthError (404) if SAML is not configured. */
export function requireSaml(context: AuthContext): KeyObject {
  const { privateKey } = context.settings.saml
  if (privateKey === null) throw samlDisabled()
  return createPrivateKey(privateKey)
}

/** Returns the SAML metadata of this service, which admins enter at their identity provider. */
export async function serviceProviderMetadata(context: AuthContext): Promise<string> {
  const key = requireSaml(context)
  const { entityId, acsUrl } = serviceProviderUrls(context)
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

/** Creates a signed SAML authentication request. Returns its id and the redirect URL. */
export async function signInRequest(
  context: AuthContext,
  provider: ProviderMetadata,
  options: { relayState: string; nameIdFormat: string | null },
): Promise<{ id: string; url: string }> {
  const key = requireSaml(context)
  const { entityId, acsUrl } = serviceProviderUrls(context)
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
  // The signature requires the order SAMLRequest, RelayState, SigAlg (SAML Bindings 3.4.4.1).
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
