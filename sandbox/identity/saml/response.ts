import { generateKeyPairSync } from 'node:crypto'
import type { Person } from '../people.ts'
import type { SamlSandboxConfig } from './config.ts'
import { listed } from '../core/faults.ts'

const saml = 'urn:oasis:names:tc:SAML:2.0'
const lifeMs = 120_000

/**
 * Returns a SAML response (XML) with an assertion about a user. The assertion is signed, unless
 * `fault` is `unsigned`.
 */
export async function respond(
  config: SamlSandboxConfig,
  requestId: string,
  person: Person,
  fault: SamlFault | null,
): Promise<string> {
  const xml = wrap(config, requestId, 'Success', assertion(config, requestId, person, fault))
  if (fault === 'unsigned') return xml
  // Loads samlify on first use, because few sign-ins use SAML.
  const { SamlLib } = await import('samlify')
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    isMessageSigned: false,
    isBase64Output: false,
    referenceTagXPath: "/*[local-name(.)='Response']/*[local-name(.)='Assertion']",
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    privateKey: fault === 'foreign-key' ? foreignKey() : config.privateKey,
    signingCert: config.certificate,
    signatureConfig: {
      prefix: 'ds',
      location: {
        reference:
          "/*[local-name(.)='Response']/*[local-name(.)='Assertion']/*[local-name(.)='Issuer']",
        action: 'after',
      },
    },
  })
}

export function respondWithError(config: SamlSandboxConfig, requestId: string): string {
  return wrap(config, requestId, 'Responder', '')
}

function wrap(config: SamlSandboxConfig, requestId: string, status: string, content: string) {
  const { entityId, application } = config
  return `<samlp:Response xmlns:samlp="${saml}:protocol" xmlns:saml="${saml}:assertion" ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${escaped(application.acsUrl)}" InResponseTo="${requestId}"><saml:Issuer>${escaped(entityId)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${saml}:status:${status}"/></samlp:Status>${content}</samlp:Response>`
}

function assertion(
  { entityId, application }: SamlSandboxConfig,
  requestId: string,
  person: Person,
  fault: SamlFault | null,
): string {
  const now = Date.now() - (fault === 'expired' ? 3_600_000 : 0)
  const at = (ms: number) => new Date(now + ms).toISOString()
  const audience = fault === 'wrong-audience' ? 'https://elsewhere.example' : application.entityId
  const attributes = { email: person.email, displayName: person.name }
  return [
    `<saml:Assertion xmlns:saml="${saml}:assertion" ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${at(0)}">`,
    `<saml:Issuer>${escaped(entityId)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${saml}:nameid-format:persistent">${person.id}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${saml}:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${requestId}" Recipient="${escaped(application.acsUrl)}" NotOnOrAfter="${at(lifeMs)}"/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(-lifeMs)}" NotOnOrAfter="${at(lifeMs)}"><saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>${saml}:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    '<saml:AttributeStatement>',
    ...Object.entries(attributes).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
    ),
    '</saml:AttributeStatement></saml:Assertion>',
  ].join('')
}

function foreignKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  // Removes characters that XML 1.0 does not allow.
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => entities[sign]!)
}

const faults = {
  'access-denied': 'the provider denies access',
  unsigned: 'the assertion is not signed',
  'foreign-key': 'the assertion is signed with a key that was never published',
  'wrong-audience': 'the assertion is for another application',
  expired: 'the assertion has expired',
} as const

type SamlFault = keyof typeof faults

export const samlFaults = listed(faults)

export function readSamlFault(name: string | undefined): SamlFault | null {
  return name !== undefined && Object.hasOwn(faults, name) ? (name as SamlFault) : null
}
