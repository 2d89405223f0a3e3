import { createHash } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'

/** The browser as it names itself, cut to what a person would read. */
export function userAgentOf(headers: Headers): string | null {
  return headers.get('user-agent')?.slice(0, 500) ?? null
}

/**
 * The caller's address, as the server in front has named it; null within the process. Told to the
 * account's owner and counted for allowances, never trusted for access.
 */
export function ipAddressOf(headers: Headers): string | null {
  const first = headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  return isIP(first) ? first : null
}
/** Families of browsers, by what their user agents hold; many name others before themselves. */
const browserFamilies: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\bAppleWebKit\//, 'an app'],
]

const operatingSystems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * Browser and system as their owner would name them: 'Firefox on Windows'. Without versions, so that
 * an update makes no new device of an old one.
 */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const find = (families: typeof browserFamilies) =>
    families.find(([pattern]) => pattern.test(text))?.[1]
  const browser = find(browserFamilies) ?? 'an app'
  const system = find(operatingSystems)
  return system ? `${browser} on ${system}` : browser
}

/** Browser and address of a request, for a mail that tells an account's owner what was done with it. */
export function requestOrigin(headers: Headers): { device?: string; ip_address?: string } {
  const agent = userAgentOf(headers)
  const address = ipAddressOf(headers)
  return { ...(agent && { device: deviceName(agent) }), ...(address && { ip_address: address }) }
}

/**
 * Where a request comes from, as far as callers are told apart: an IPv4 address, or the /64 that one
 * household or machine has of IPv6. Null for a call from within the process.
 */
export function clientNetworkOf(headers: Headers): string | null {
  const address = ipAddressOf(headers)
  return address && isIPv6(address) ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expandIpv6(address: string): string[] {
  // The parser of URLs knows every spelling, and writes each address in one.
  const bare = address.replace(/%.*$/, '')
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

/** How addresses and numbers stand in keys: those of strangers are nothing to keep. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
