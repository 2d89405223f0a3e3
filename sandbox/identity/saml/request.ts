import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { SamlSandboxConfig } from './config.ts'

export const parameterNames = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'] as const

const largestRequestBytes = 64 * 1024

type Fields = Record<string, string>

/** Verifies a signed AuthnRequest. Returns its id, or an error that says why it is rejected. */
export function readRequest(
  { application }: SamlSandboxConfig,
  fields: Fields,
): { id: string } | { error: string } {
  const xml = inflate(fields['SAMLRequest'] ?? '')
  const id = / ID="([\w-]+)"/.exec(xml)?.[1]
  if (!id) return { error: 'The SAMLRequest is missing or malformed.' }
  if (!xml.includes(`>${application.entityId}</`)) {
    return { error: 'Unknown service provider.' }
  }
  if (!xml.includes(`AssertionConsumerServiceURL="${application.acsUrl}"`)) {
    return { error: 'The AssertionConsumerServiceURL is not registered for this service provider.' }
  }
  return isSigned(application.certificate, fields)
    ? { id }
    : { error: 'The request is not signed by the service provider.' }
}

function inflate(encoded: string): string {
  try {
    return inflateRawSync(Buffer.from(encoded, 'base64'), {
      maxOutputLength: largestRequestBytes,
    }).toString()
  } catch {
    return ''
  }
}

/** Verifies the signature of the parameters in the order that the HTTP-Redirect binding defines. */
function isSigned(certificate: string, fields: Fields): boolean {
  const octets = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((name) => fields[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(fields[name]!)}`)
    .join('&')
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
  const signature = Buffer.from(fields['Signature'] ?? '', 'base64')
  return verify('sha256', Buffer.from(octets), publicKey, signature)
}
