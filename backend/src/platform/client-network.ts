import { isIP, isIPv6 } from 'node:net'

/**
 * Returns the client's IP address from `X-Forwarded-For`, or null without a valid address
 * (in-process calls). Must not be used for access control.
 */
export function ipAddressOf(headers: Headers): string | null {
  const first = headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  return isIP(first) ? first : null
}

/** Returns the IPv4 address or IPv6 /64 network for rate limits, or null for in-process calls. */
export function clientNetworkOf(headers: Headers): string | null {
  const address = ipAddressOf(headers)
  return address && isIPv6(address) ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

function expandIpv6(address: string): string[] {
  // Uses the URL parser to normalize the notation of an IPv6 address.
  const bare = address.replace(/%.*$/, '')
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
