/** Families of browsers, by what their user agents hold; many name others before themselves. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\bAppleWebKit\//, 'an app'],
]

const systems: readonly (readonly [RegExp, string])[] = [
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
export function deviceWords(userAgent: string | null): string {
  const text = userAgent ?? ''
  const find = (families: typeof browsers) => families.find(([pattern]) => pattern.test(text))?.[1]
  const browser = find(browsers) ?? 'an app'
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
