import { createHash } from 'node:crypto'
import { ipAddressOf } from '#backend/platform/client-network.ts'

export function userAgentOf(headers: Headers): string | null {
  return headers.get('user-agent')?.slice(0, 500) ?? null
}

/**
 * Patterns and names of browsers. The first match applies, because a user agent can name several
 * browsers.
 */
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

/** Returns a device name without version, such as 'Firefox on Windows'. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const find = (families: typeof browserFamilies) =>
    families.find(([pattern]) => pattern.test(text))?.[1]
  const browser = find(browserFamilies) ?? 'an app'
  const system = find(operatingSystems)
  return system ? `${browser} on ${system}` : browser
}

export function requestOrigin(headers: Headers): { device?: string; ip_address?: string } {
  const agent = userAgentOf(headers)
  const address = ipAddressOf(headers)
  return { ...(agent && { device: deviceName(agent) }), ...(address && { ip_address: address }) }
}

/**
 * Hashes an email, phone or client network for a rate limit key, so that the key contains no
 * personal data.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
