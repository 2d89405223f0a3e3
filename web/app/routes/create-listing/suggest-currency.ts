import { folded } from '@hourspace/domain/folding.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { emptyDraft } from './listing-draft.ts'

const euroCountries =
  'austria belgium bulgaria croatia cyprus estonia finland france germany greece ireland italy latvia lithuania luxembourg malta monaco netherlands portugal slovakia slovenia spain'

/** Countries and what goes by their name, of each currency a space may be priced in. */
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

/** The currency people pay with in a country; the form's own where none of ours is at home. */
export function suggestCurrency(country: string): string {
  const name = folded(country).trim()
  const known = Object.entries(places).find(([, names]) => names.includes(name))
  return known?.[0] ?? emptyDraft.currency
}
