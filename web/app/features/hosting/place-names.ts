import type { Option } from '#web/ui/option.ts'

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
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code))
    .flatMap((code) => names.of(code) ?? [])
  return [...new Set(known)].sort().map((name) => ({ id: name, label: name }))
}

/** 'Asia/Tokyo (GMT+9)' */
function zoneLabel(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts()
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${zone.replaceAll('_', ' ')} (${offset})`
}

/** Every time zone this browser knows, to choose from. */
export function timeZoneOptions(zones: readonly string[]): Option[] {
  return zones.map((zone) => ({ id: zone, label: zoneLabel(zone) }))
}
