import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import ipaddr from 'ipaddr.js'
import { failure } from '#functions/_shared/errors.ts'

const mostRedirects = 3
/**
 * IANA assigns global IPv6 unicast addresses only from this block:
 * https://www.iana.org/assignments/ipv6-address-space
 */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
const mostBytes = 2 * 1024 * 1024

type Options = {
  headers: Record<string, string>
  signal: AbortSignal
  allowLoopback: boolean
}

type PublicResponse = { status: number; headers: http.IncomingHttpHeaders; text: string }

/**
 * Requests a URL that a user entered, and its redirects, only from public addresses (prevents
 * SSRF). Connects to the address that it checked, which prevents DNS rebinding. Throws
 * feed_not_public, feed_url_invalid, feed_unreachable, feed_timeout, feed_too_large or
 * feed_too_many_redirects.
 */
export async function requestPublic(start: URL, options: Options): Promise<PublicResponse> {
  let url = start
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await requestOnce(url, options)
    const { location } = response.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
    if (!isRedirect || !location) return response
    if (!URL.canParse(location, url)) throw failure('feed_url_invalid')
    url = new URL(location, url)
  }
  throw failure('feed_too_many_redirects')
}

async function requestOnce(url: URL, options: Options): Promise<PublicResponse> {
  const { signal } = options
  try {
    // Stops waiting for the DNS lookup when the signal aborts, because the lookup itself cannot be
    // cancelled.
    const address = await Promise.race([publicAddress(url, options.allowLoopback), abortOf(signal)])
    return await exchange(url, address, options)
  } catch (cause) {
    if (signal.aborted) throw failure('feed_timeout')
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('feed_')) {
      throw cause
    }
    throw failure('feed_unreachable')
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

/** Resolves a URL's host. Throws feed_not_public if any of its addresses is not public. */
async function publicAddress(url: URL, allowLoopback: boolean): Promise<string> {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw failure('feed_url_invalid')
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const found = ipaddr.isValid(host)
    ? [{ address: host }]
    : await lookup(host, { all: true, order: 'ipv4first' })
  for (const { address } of found) {
    if (!isPublicAddress(address, allowLoopback)) throw failure('feed_not_public')
  }
  const first = found[0]?.address
  if (!first) throw failure('feed_unreachable')
  return first
}

/**
 * Returns whether an IP address is globally reachable. For an IPv4-mapped IPv6 address, checks the
 * IPv4 address. Returns false for tunnel addresses, such as 6to4 and Teredo.
 */
export function isPublicAddress(address: string, allowLoopback = false): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (allowLoopback && range === 'loopback') return true
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6))
}

function exchange(url: URL, address: string, options: Options): Promise<PublicResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PublicResponse>()
  const isIp = ipaddr.isValid(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request(
    {
      host: address,
      port: url.port || undefined,
      path: url.pathname + url.search,
      // Connects to the checked address, but verifies the TLS certificate for the host name.
      servername: isIp ? '' : url.hostname,
      headers: {
        'User-Agent': 'Hourspace-Calendar/1.0',
        Accept: 'text/calendar, */*;q=0.1',
        'Accept-Encoding': 'identity',
        ...options.headers,
        Host: url.host,
      },
      agent: false,
      signal: options.signal,
    },
    (response) => {
      const status = response.statusCode ?? 0
      const chunks: Uint8Array[] = []
      let size = 0
      response.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength
        if (size > mostBytes) {
          response.destroy()
          reject(failure('feed_too_large'))
        } else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const bytes = new Uint8Array(size)
        let offset = 0
        for (const chunk of chunks) {
          bytes.set(chunk, offset)
          offset += chunk.byteLength
        }
        resolve({ status, headers: response.headers, text: new TextDecoder().decode(bytes) })
      })
    },
  )
  sent.on('error', reject)
  sent.end()
  return promise
}
