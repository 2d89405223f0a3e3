import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { isLoopback } from '#backend/auth/core/redirects.ts'

const timeoutMs = 10_000

const limitBytes = 1024 * 1024

/** Private and reserved networks. Fetching metadata from them would allow SSRF. */
const privateNetworks = new BlockList()

for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.addSubnet(net, prefix, isIPv6(net) ? 'ipv6' : 'ipv4')
}

/**
 * Fetches SAML metadata over HTTPS, never from private networks, to prevent SSRF. `allowLoopback`
 * also allows loopback addresses, over HTTP or HTTPS. Throws AuthError (400) for any other URL or a
 * failed request.
 */
export async function fetchMetadata(
  address: string,
  { allowLoopback }: { allowLoopback: boolean },
): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : null
  const isHere = allowLoopback && url !== null && isLoopback(url.hostname)
  if (!url || !(url.protocol === 'https:' || (isHere && url.protocol === 'http:'))) {
    throw invalid('metadata_url is not a HTTPS URL')
  }
  if (!isHere && isPrivate(url.hostname.replace(/^\[|\]$/g, ''))) throw fetchFailed()
  return get(url, isHere).catch((cause: unknown) => {
    throw cause instanceof AuthError ? cause : fetchFailed()
  })
}

function isPrivate(host: string): boolean {
  return isIP(host) !== 0 && privateNetworks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

function get(url: URL, isHere: boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const client = url.protocol === 'https:' ? https : http
  const request = client.get(
    url,
    {
      headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(isHere ? {} : { lookup: lookupPublic }),
    },
    (answer) => {
      if (answer.statusCode !== 200) {
        answer.destroy()
        reject(fetchFailed())
        return
      }
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > limitBytes) answer.destroy(new Error('too large'))
      })
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      answer.on('error', reject)
    },
  )
  request.on('error', reject)
  return promise
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Resolves a host name to a public address for each connection, which prevents DNS rebinding. */
function lookupPublic(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const outside = (addresses ?? []).filter(({ address }) => !isPrivate(address))
    const first = outside[0]
    if (error || !first || outside.length < addresses.length) {
      found(error ?? new Error('the address is not public'), '')
    } else if (options.all) found(null, outside)
    else found(null, first.address, first.family)
  })
}

function fetchFailed(): AuthError {
  return new AuthError(
    400,
    'saml_metadata_fetch_failed',
    'Unable to fetch the SAML metadata from metadata_url',
  )
}
