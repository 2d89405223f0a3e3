import { createPrivateKey, type KeyObject } from 'node:crypto'
import { AuthError } from '#backend/auth/errors.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import { samlLibrary } from './library.ts'
import type { ProviderMetadata } from './metadata.ts'

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
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

async function serviceProvider(world: AuthWorld, nameIdFormat: string) {
  const key = requireSaml(world)
  const { entityId, acsUrl } = ownAddresses(world)
  const { ServiceProvider } = await samlLibrary()
  return ServiceProvider({
    entityID: entityId,
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
    privateKey: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    signingCert: selfSignedCertificate(key, new URL(entityId).hostname),
    requestSignatureAlgorithm: rsaSha256,
    nameIDFormat: [nameIdFormat],
    allowCreate: true,
    assertionConsumerService: [{ isDefault: true, Binding: postBinding, Location: acsUrl }],
  })
}

/** What administrators give their provider so that it knows us. */
export async function ownMetadata(world: AuthWorld): Promise<string> {
  return (await serviceProvider(world, nameIdFormats.persistent)).getMetadata()
}

/** A signed request to a provider: its id, and where the person's browser takes it. */
export async function signInRequest(
  world: AuthWorld,
  provider: ProviderMetadata,
  options: { relayState: string; nameIdFormat: string | null },
): Promise<{ id: string; url: string }> {
  const own = await serviceProvider(world, options.nameIdFormat ?? nameIdFormats.persistent)
  const { IdentityProvider } = await samlLibrary()
  const asked = IdentityProvider({
    entityID: provider.entityId,
    signingCert: [...provider.certificates],
    // Requests are always signed; the library insists that both sides say so.
    wantAuthnRequestsSigned: true,
    singleSignOnService: [{ Binding: redirectBinding, Location: provider.signInUrl }],
  })
  const { id, context } = own.createLoginRequest(asked, 'redirect', {
    relayState: options.relayState,
  })
  return { id, url: context }
}
