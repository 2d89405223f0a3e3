import { folded } from '@hourspace/domain/folding.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { isTimeZone } from '@hourspace/domain/slots.ts'
import { emptyDraft } from './listing-draft.ts'

/** Names of cities by time zone, for cities that do not appear in an IANA time zone name. */
const citiesByZone: Record<string, string> = {
  'America/Chicago': 'austin dallas houston sanantonio',
  'America/Edmonton': 'calgary',
  'America/Los_Angeles': 'lasvegas portland sandiego sanfrancisco sanjose seattle',
  'America/New_York': 'boston miami philadelphia tampa washington',
  'America/Toronto': 'montreal ottawa',
  'Asia/Dubai': 'abudhabi',
  'Asia/Kolkata': 'mumbai',
  'Asia/Makassar': 'bali ubud',
  'Asia/Seoul': 'busan',
  'Asia/Tokyo': 'kyoto osaka',
  'Australia/Brisbane': 'brisbane',
  'Australia/Sydney': 'canberra',
  'Europe/Athens': 'santorini',
  'Europe/Berlin': 'cologne frankfurt hamburg munich',
  'Europe/London': 'birmingham edinburgh manchester',
  'Europe/Madrid': 'barcelona',
  'Europe/Paris': 'lyon',
  'Europe/Rome': 'milan',
}

/** Time zones by country, for countries in which one time zone covers nearly all cities. */
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

/** Reduces a name to its letters a to z, so that 'São Paulo' and 'Sao_Paulo' are equal. */
const lettersOf = (name: string) => folded(name).replaceAll(/[^a-z]/g, '')

/** Returns an IANA time zone, or null if unknown. `zones` has the names listed by the runtime. */
export function suggestTimeZone(city = '', country = '', zones: readonly string[]): string | null {
  const place = lettersOf(city)
  if (!place) return null
  const listed = Object.keys(citiesByZone).find((zone) =>
    citiesByZone[zone]?.split(' ').includes(place),
  )
  const named = zones.find((zone) => lettersOf(zone.split('/').at(-1) ?? '') === place)
  const suggestion = listed ?? named ?? countries[lettersOf(country)]
  // Uses `isTimeZone` instead of `zones`, because runtimes accept names that they do not list.
  return suggestion && isTimeZone(suggestion) ? suggestion : null
}

const euroCountries =
  'austria belgium bulgaria croatia cyprus estonia finland france germany greece ireland italy latvia lithuania luxembourg malta monaco netherlands portugal slovakia slovenia spain'

/** Names of the countries that use each supported currency, including alternative names. */
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

/** Returns the currency of a country; the form's default if the currency is not supported. */
export function suggestCurrency(country = ''): string {
  const name = folded(country).trim()
  const known = Object.entries(places).find(([, names]) => names.includes(name))
  return known?.[0] ?? emptyDraft.currency
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Region codes that Intl.DisplayNames knows although they are not countries. */
const notCountries = 'AC CP DG EA EU EZ IC QO TA UN XA XB'.split(' ')

/** Returns English country names for suggestions. The country field also accepts other text. */
export function countryNames(): string[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.includes(code))
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

/** Returns the time zone with this name, ignoring case. Returns the text if no name matches. */
export function zoneNamed(text: string, zones: readonly string[]): string {
  const name = text.trim().replaceAll(' ', '_').toLowerCase()
  return zones.find((zone) => zone.toLowerCase() === name) ?? text
}
