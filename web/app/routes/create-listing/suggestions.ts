import { folded } from '@hourspace/domain/folding.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { isTimeZone } from '@hourspace/domain/slots.ts'
import { emptyDraft } from './listing-draft.ts'

/** Time zones of cities that no IANA time zone is named after. */
const cities: Record<string, string> = {
  abudhabi: 'Asia/Dubai',
  austin: 'America/Chicago',
  bali: 'Asia/Makassar',
  barcelona: 'Europe/Madrid',
  birmingham: 'Europe/London',
  boston: 'America/New_York',
  brisbane: 'Australia/Brisbane',
  busan: 'Asia/Seoul',
  calgary: 'America/Edmonton',
  canberra: 'Australia/Sydney',
  cologne: 'Europe/Berlin',
  dallas: 'America/Chicago',
  edinburgh: 'Europe/London',
  frankfurt: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  houston: 'America/Chicago',
  kyoto: 'Asia/Tokyo',
  lasvegas: 'America/Los_Angeles',
  lyon: 'Europe/Paris',
  manchester: 'Europe/London',
  miami: 'America/New_York',
  milan: 'Europe/Rome',
  montreal: 'America/Toronto',
  mumbai: 'Asia/Kolkata',
  munich: 'Europe/Berlin',
  osaka: 'Asia/Tokyo',
  ottawa: 'America/Toronto',
  philadelphia: 'America/New_York',
  portland: 'America/Los_Angeles',
  sanantonio: 'America/Chicago',
  sandiego: 'America/Los_Angeles',
  sanfrancisco: 'America/Los_Angeles',
  sanjose: 'America/Los_Angeles',
  santorini: 'Europe/Athens',
  seattle: 'America/Los_Angeles',
  tampa: 'America/New_York',
  ubud: 'Asia/Makassar',
  washington: 'America/New_York',
}

/** Time zones of countries in which one time zone covers all or nearly all cities. */
const countries: Record<string, string> = {
  argentina: 'America/Argentina/Buenos_Aires',
  austria: 'Europe/Vienna',
  belgium: 'Europe/Brussels',
  brazil: 'America/Sao_Paulo',
  china: 'Asia/Shanghai',
  colombia: 'America/Bogota',
  czechia: 'Europe/Prague',
  denmark: 'Europe/Copenhagen',
  egypt: 'Africa/Cairo',
  finland: 'Europe/Helsinki',
  france: 'Europe/Paris',
  germany: 'Europe/Berlin',
  greece: 'Europe/Athens',
  hungary: 'Europe/Budapest',
  india: 'Asia/Kolkata',
  ireland: 'Europe/Dublin',
  israel: 'Asia/Jerusalem',
  italy: 'Europe/Rome',
  japan: 'Asia/Tokyo',
  kenya: 'Africa/Nairobi',
  malaysia: 'Asia/Kuala_Lumpur',
  morocco: 'Africa/Casablanca',
  netherlands: 'Europe/Amsterdam',
  newzealand: 'Pacific/Auckland',
  nigeria: 'Africa/Lagos',
  norway: 'Europe/Oslo',
  peru: 'America/Lima',
  philippines: 'Asia/Manila',
  poland: 'Europe/Warsaw',
  portugal: 'Europe/Lisbon',
  singapore: 'Asia/Singapore',
  southafrica: 'Africa/Johannesburg',
  southkorea: 'Asia/Seoul',
  spain: 'Europe/Madrid',
  sweden: 'Europe/Stockholm',
  switzerland: 'Europe/Zurich',
  taiwan: 'Asia/Taipei',
  thailand: 'Asia/Bangkok',
  turkey: 'Europe/Istanbul',
  turkiye: 'Europe/Istanbul',
  unitedarabemirates: 'Asia/Dubai',
  unitedkingdom: 'Europe/London',
}

/** Reduces a name to its letters, so that 'São Paulo' and 'Sao_Paulo' are equal. */
const lettersOf = (name: string) => folded(name).replaceAll(/[^a-z]/g, '')

/**
 * Returns the IANA time zone of a city and country; null if unknown. `zones` are the time zone
 * names that the runtime lists.
 */
export function suggestTimeZone(city = '', country = '', zones: readonly string[]): string | null {
  const place = lettersOf(city)
  if (!place) return null
  const named = zones.find((zone) => lettersOf(zone.split('/').at(-1) ?? '') === place)
  const suggestion = cities[place] ?? named ?? countries[lettersOf(country)]
  // Runtimes accept time zone names that they do not list, such as Asia/Kolkata.
  return suggestion && isTimeZone(suggestion) ? suggestion : null
}

const euroCountries =
  'austria belgium bulgaria croatia cyprus estonia finland france germany greece ireland italy latvia lithuania luxembourg malta monaco netherlands portugal slovakia slovenia spain'

/** Countries that use each supported currency, with alternative country names. */
const places: Record<Currency, readonly string[]> = {
  USD: ['united states', 'united states of america', 'usa', 'puerto rico', 'ecuador', 'panama'],
  EUR: euroCountries.split(' '),
  GBP: ['united kingdom', 'uk', 'great britain', 'england', 'scotland', 'wales'],
  JPY: ['japan'],
  AUD: ['australia'],
  CAD: ['canada'],
  SGD: ['singapore'],
  KRW: ['south korea', 'korea'],
  AED: ['united arab emirates', 'uae'],
}

/** Returns the currency of a country; the form's default if that currency is not supported. */
export function suggestCurrency(country = ''): string {
  const name = folded(country).trim()
  const known = Object.entries(places).find(([, names]) => names.includes(name))
  return known?.[0] ?? emptyDraft.currency
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Region codes that are not countries. */
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

/** English country names for suggestions. The country field accepts other text, too. */
export function countryNames(): string[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code))
    .flatMap((code) => names.of(code) ?? [])
  return [...new Set(known)].sort()
}

/** Returns the current UTC offset of a time zone, such as 'GMT+9'. */
export function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Returns the time zone that a text names, ignoring case and spaces; otherwise the text itself. */
export function zoneNamed(text: string, zones: readonly string[]): string {
  const name = text.trim().replaceAll(' ', '_').toLowerCase()
  return zones.find((zone) => zone.toLowerCase() === name) ?? text
}
