const drawKey = 'hourspace:recorded'

/**
 * Whether this visit is among those to record: drawn once a tab, so that reloading does not draw
 * again.
 *
 * @param rate from 0 to 1.
 */
export function isRecordedVisit(rate: number): boolean {
  try {
    const drawn = sessionStorage.getItem(drawKey) ?? String(Math.random() < rate)
    sessionStorage.setItem(drawKey, drawn)
    return drawn === 'true'
  } catch {
    // Where nothing may be stored, nothing is recorded either.
    return false
  }
}

/** Parameters of an address with a secret or with words that somebody typed. */
const tellingParameter = /secret|token|code|mail|phone|name|search|^q$/i

/**
 * Whether an address gives something away. The recorder writes addresses down as they are, so a page
 * with such an address is not recorded.
 */
export function isTellingAddress(href: string): boolean {
  const { searchParams, hash } = new URL(href)
  return [...searchParams.keys(), hash].some((name) => tellingParameter.test(name))
}
