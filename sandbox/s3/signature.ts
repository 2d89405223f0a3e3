import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Error } from './xml.ts'

type Credentials = { accessKeyId: string; secretAccessKey: string }

/**
 * SHA-256 of the request body, as signed by the client; null if the client did not sign the body.
 */
export type Verified = { bodySha256: string | null }

const header =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
const mostSkewMs = 15 * 60_000

/**
 * Verifies the AWS Signature Version 4 of a request. Throws S3Error if the signature is missing or
 * wrong, the access key is unknown, or the date differs from now by more than 15 minutes.
 */
export function verifySignature(request: IncomingMessage, url: URL, keys: Credentials): Verified {
  const match = header.exec(request.headers.authorization ?? '')
  if (!match) throw new S3Error(403, 'AccessDenied', 'The request is not signed')
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature = ''] = match
  if (keyId !== keys.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist')
  }
  const date = String(request.headers['x-amz-date'])
  if (!date.startsWith(day) || Math.abs(parseDate(date) - Date.now()) > mostSkewMs) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The clocks differ too much')
  }
  const payload = String(request.headers['x-amz-content-sha256'])
  if (payload.startsWith('STREAMING')) {
    throw new S3Error(501, 'NotImplemented', 'Signed chunks are not understood here')
  }
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...signedHeaders.split(';').map((name) => `${name}:${valueOf(request, name)}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  let key: Buffer | string = `AWS4${keys.secretAccessKey}`
  for (const step of [day, region, 's3', 'aws4_request', toSign]) {
    key = createHmac('sha256', key).update(step).digest()
  }
  if (!timingSafeEqual(key as Buffer, Buffer.from(signature, 'hex'))) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature is not the one computed here')
  }
  return { bodySha256: payload === 'UNSIGNED-PAYLOAD' ? null : payload }
}

function valueOf(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ')
}

function canonicalQuery(url: URL): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

/** Parses a date such as `20261121T190000Z` into milliseconds since 1970. */
function parseDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
