import { bookExtras, type Extra } from '@hourspace/domain/extras.ts'
import { quoteHours, type Quote } from '@hourspace/domain/fees.ts'
import type { Slot } from '#web/data/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import type { Selection } from '#web/features/booking/draft.ts'

/**
 * Returns the decimal price of each hour. Without a slot, and while slots load, returns the usual
 * price of the space.
 */
export function hourlyPrices(space: SpaceDetails, slot: Slot | undefined, hours: number): number[] {
  const hasPrices = space.price_rules.length > 0 && slot?.prices.length === hours
  return hasPrices ? slot.prices : Array<number>(hours).fill(space.price)
}

/** Returns the price of a selection. Leaves out extras that the space no longer offers. */
export function quoteOf({
  space,
  extras,
  selection,
  prices,
}: {
  space: SpaceDetails
  extras: readonly Extra[]
  selection: Selection
  prices: readonly number[]
}): Quote {
  const { hours, guests, extras: chosenIds } = selection
  const chosen = extras.filter(({ id }) => chosenIds.includes(id))
  const discounts = space.length_discounts.toSorted((a, b) => a.minimum_hours - b.minimum_hours)
  return quoteHours(prices, space.currency, {
    discountPercentage: discounts.findLast((row) => row.minimum_hours <= hours)?.percentage ?? 0,
    extras: bookExtras(chosen, space.currency, { hours, guests }),
  })
}
