import { bookExtras, type Extra } from '@hourspace/domain/extras.ts'
import { quote, type Quote } from '@hourspace/domain/fees.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import type { Selection } from '#web/features/booking/draft.ts'

/** Returns the price of a selection. Extras that the space no longer offers are left out. */
export function quoteOf(
  { price, currency }: SpaceDetails,
  extras: readonly Extra[],
  { hours, guests, extras: chosenIds }: Selection,
): Quote {
  const chosen = extras.filter(({ id }) => chosenIds.includes(id))
  return quote(price, currency, hours, bookExtras(chosen, currency, { hours, guests }))
}
