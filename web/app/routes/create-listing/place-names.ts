const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes of regions that are no countries. */
const notCountries = new Set([
  'AC',
  'CP',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
])

/** Names of countries in English, to choose from; the field takes others as well. */
export function countryNames(): string[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code))
    .flatMap((code) => names.of(code) ?? [])
  return [...new Set(known)].sort()
}

/** How far a time zone is from Greenwich today: 'GMT+9'. */
export function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** The time zone that a text means, however its letters and spaces are written; else the text. */
export function zoneNamed(text: string, zones: readonly string[]): string {
  const name = text.trim().replaceAll(' ', '_').toLowerCase()
  return zones.find((zone) => zone.toLowerCase() === name) ?? text
}
