import { X509Certificate } from 'node:crypto'
import { invalid } from '#backend/auth/core/errors.ts'
import {
  XmlError,
  attributeOf,
  childrenNamed,
  isNamed,
  names,
  onlyChild,
  parseXml,
  textOf,
} from './xml.ts'

export type ProviderMetadata = {
  entityId: string
  /** Signing certificates of the identity provider as base64 DER. */
  certificates: readonly string[]
  signInUrl: string
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const minKeyBits = 2048

/** Parses the SAML metadata of an identity provider. Throws AuthError (400) with the reason. */
export function readMetadata(xml: string): ProviderMetadata {
  try {
    return readDescriptor(parseXml(xml))
  } catch (cause) {
    if (cause instanceof XmlError) throw invalid(`SAML metadata cannot be read: ${cause.message}`)
    throw cause
  }
}

function readDescriptor(root: Element): ProviderMetadata {
  if (!isNamed(root, names.metadata, 'EntityDescriptor')) {
    throw invalid('SAML metadata has to be one EntityDescriptor')
  }
  const entityId = attributeOf(root, 'entityID')
  if (!entityId || entityId.length > 1024) throw invalid('SAML metadata has no entityID')
  const descriptor = onlyChild(root, names.metadata, 'IDPSSODescriptor')
  if (!descriptor) throw invalid('SAML metadata does not describe an identity provider')
  const signInUrl = childrenNamed(descriptor, names.metadata, 'SingleSignOnService')
    .filter((service) => attributeOf(service, 'Binding') === redirectBinding)
    .map((service) => attributeOf(service, 'Location'))[0]
  if (!signInUrl || !isWebAddress(signInUrl)) {
    throw invalid('SAML metadata has no SingleSignOnService for HTTP-Redirect')
  }
  const certificates = childrenNamed(descriptor, names.metadata, 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => childrenNamed(key, names.signature, 'KeyInfo'))
    .flatMap((info) => childrenNamed(info, names.signature, 'X509Data'))
    .flatMap((data) => childrenNamed(data, names.signature, 'X509Certificate'))
    .map((certificate) => checkCertificate(textOf(certificate)?.replace(/\s/g, '') ?? ''))
  if (certificates.length === 0) throw invalid('SAML metadata has no certificate for signing')
  return { entityId, certificates, signInUrl }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function checkCertificate(base64: string): string {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw invalid('SAML metadata has a certificate that cannot be read')
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits
  if (asymmetricKeyType !== 'rsa' || !isStrong) {
    throw invalid(`SAML metadata needs RSA keys of ${minKeyBits} bits or more`)
  }
  return base64
}
