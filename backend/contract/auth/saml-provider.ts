import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'

const saml = 'urn:oasis:names:tc:SAML:2.0'
const excC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Returns the time `seconds` from now as a SAML timestamp. */
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Values in a SAML response. Tests change some of them. */
export type ResponseValues = {
  requestId: string
  recipient: string
  audience: string
  issuer: string
  nameId: string
  nameIdFormat: string
  email: string | null
  attributes: Record<string, string[]>
  notBefore: string
  notOnOrAfter: string
  sessionNotOnOrAfter: string | null
  assertionId: string
  status: string
}

type Signing = {
  key?: KeyObject
  certificate?: string
  signatureAlgorithm?: string
  digestAlgorithm?: string
  /** Part of the SAML response that is signed. By default, only the assertion is signed. */
  element?: 'Assertion' | 'Response'
}

export function createSamlProvider(entityId = `https://idp.example/${crypto.randomUUID()}`) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSignedCertificate(privateKey, 'idp.example')
  const metadata = metadataOf(entityId, [certificate])

  function sign(xml: string, signing: Signing = {}): string {
    const element = signing.element ?? 'Assertion'
    const signer = new SignedXml({
      privateKey: (signing.key ?? privateKey).export({ type: 'pkcs8', format: 'pem' }),
      publicCert: pem(signing.certificate ?? certificate),
      signatureAlgorithm:
        signing.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: excC14n,
    })
    signer.addReference({
      xpath: `//*[local-name(.)='${element}']`,
      digestAlgorithm: signing.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', excC14n],
    })
    const place = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`
    signer.computeSignature(xml, {
      prefix: 'ds',
      location: { reference: place, action: 'after' },
    })
    return signer.getSignedXml()
  }
  return { entityId, certificate, privateKey, metadata, sign }
}

export type SamlProvider = ReturnType<typeof createSamlProvider>

export function metadataOf(
  entityId: string,
  certificates: readonly string[],
  signInUrl = 'https://idp.example/sign-in?tenant=1',
): string {
  const keys = certificates.map(
    (each) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${each}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  )
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="${saml}:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="${saml}:protocol">${keys.join('')}
    <SingleSignOnService Binding="${saml}:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
}

export function assertionXml(facts: ResponseValues): string {
  const attributes = {
    ...(facts.email === null ? {} : { email: [facts.email] }),
    ...facts.attributes,
  }
  const statements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  const sessionEnd = facts.sessionNotOnOrAfter
    ? ` SessionNotOnOrAfter="${facts.sessionNotOnOrAfter}"`
    : ''
  return `<saml:Assertion xmlns:saml="${saml}:assertion" ID="${facts.assertionId}" Version="2.0" IssueInstant="${inSeconds(0)}"><saml:Issuer>${facts.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${facts.nameIdFormat}">${facts.nameId}</saml:NameID><saml:SubjectConfirmation Method="${saml}:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${facts.requestId}" Recipient="${facts.recipient}" NotOnOrAfter="${facts.notOnOrAfter}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${facts.notBefore}" NotOnOrAfter="${facts.notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${inSeconds(0)}"${sessionEnd}><saml:AuthnContext><saml:AuthnContextClassRef>${saml}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement></saml:Assertion>`
}

export function responseXml(facts: ResponseValues, content: string): string {
  return `<samlp:Response xmlns:samlp="${saml}:protocol" ID="_r${crypto.randomUUID()}" Version="2.0" IssueInstant="${inSeconds(0)}" Destination="${facts.recipient}" InResponseTo="${facts.requestId}"><saml:Issuer xmlns:saml="${saml}:assertion">${facts.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${saml}:status:${facts.status}"/></samlp:Status>${content}</samlp:Response>`
}

function pem(certificate: string): string {
  return `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----`
}
