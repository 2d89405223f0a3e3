const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** A browser as people would call it, from how it names itself: 'Firefox on Linux'. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(agent))?.[1],
  )
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Whether it is carried in a pocket, for the icon beside it. */
export function isHandheld(userAgent: string | null): boolean {
  return /iPhone|Android|Mobile/.test(userAgent ?? '')
}
