import { folded } from '@hourspace/domain/folding.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { emptyDraft } from './listing-draft.ts'

const euroCountries =
  'austria belgium bulgaria croatia cyprus estonia finland france germany greece ireland italy latvia lithuania luxembourg malta monaco netherlands portugal slovakia slovenia spain'

/** The countries of each supported currency, with their alternative names. */
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

/** Returns a country's currency, or the form's default if the currency is not supported. */
export function suggestCurrency(country = ''): string {
  const name = folded(country).trim()
  const known = Object.entries(places).find(([, names]) => names.includes(name))
  return known?.[0] ?? emptyDraft.currency
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Region codes in Intl.DisplayNames that are not countries. */
const notCountries = 'AC CP DG EA EU EZ IC QO TA UN XA XB'.split(' ')

/** Returns the English country names to suggest. The country field also accepts other text. */
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

/**
 * Returns the name of the time zone in `zones` that equals `text`, ignoring case. Without a match,
 * returns `text`.
 */
export function zoneNamed(text: string, zones: readonly string[]): string {
  const name = text.trim().replaceAll(' ', '_').toLowerCase()
  return zones.find((zone) => zone.toLowerCase() === name) ?? text
}
