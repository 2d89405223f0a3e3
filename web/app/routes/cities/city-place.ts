import type { Currency } from '@hourspace/domain/money.ts'
import type { City } from '#web/content/cities/city.ts'
import type { LocationRate } from '#web/data/city-figures.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import { readQuery } from '#web/features/spaces/space-query.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'

/**
 * Reads the filters from a city page's query string. Ignores `location`, `region` and `type`,
 * because the page's path determines the place and the type.
 */
export function cityQuery(search: string | URLSearchParams): SpacesQuery {
  const { type: _, location: __, region: ___, ...query } = readQuery(search)
  return query
}

/** Matches spaces whose location is exactly the city's name. */
export const exactLocationFilter = ({ name }: City): SpaceFilter => ({ location: name })

/** Matches spaces whose location contains one of the city's names, ignoring case and accents. */
export const containsLocationFilter = ({ name, locations }: City): SpaceFilter => ({
  locationContains: locations ?? [name],
})

export type CityRate = {
  /** `spaces` counts the city's spaces in all currencies. */
  spaces: number
  currency: Currency
  /** `average` is the mean hourly price in `currency`; 0 if the city has no spaces. */
  average: number
  /** `others` is the number of spaces in other currencies, which the mean price leaves out. */
  others: number
}

/** Returns a city's mean price in the currency that most of its spaces use. */
export function rateOf(rates: readonly LocationRate[]): CityRate {
  const spaces = rates.reduce((sum, rate) => sum + rate.spaces, 0)
  const [main] = [...rates].sort(
    (a, b) => b.spaces - a.spaces || a.currency.localeCompare(b.currency),
  )
  if (!main) return { spaces: 0, currency: 'USD', average: 0, others: 0 }
  const { currency, averagePrice } = main
  return { spaces, currency, average: averagePrice, others: spaces - main.spaces }
}
