import type { Currency } from '@hourspace/domain/money.ts'
import type { City } from '#web/content/cities/city.ts'
import type { LocationRate } from '#web/data/city-figures.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'

/** Spaces of a templated city: their location is its name, neither more nor less. */
export const exactPlace = ({ name }: Pick<City, 'name'>): SpaceFilter => ({ location: name })

/** Spaces whose location contains the city, in whatever case and by whatever name it goes. */
export function widePlace({ name, locations }: Pick<City, 'name' | 'locations'>): SpaceFilter {
  return { locationContains: locations ?? [name] }
}

export type CityRate = {
  /** Spaces in every currency. */
  spaces: number
  currency: Currency
  /** Mean price of an hour in `currency`, 0 without spaces. */
  average: number
  /** Spaces priced in other currencies, which the mean leaves out. */
  others: number
}

/**
 * What a city says of its prices. Prices in different money have no common mean: the one of the
 * currency most spaces are priced in is told, and how many it leaves out.
 */
export function rateOf(rates: readonly LocationRate[]): CityRate {
  const spaces = rates.reduce((sum, rate) => sum + rate.spaces, 0)
  const [main] = [...rates].sort(
    (a, b) => b.spaces - a.spaces || a.currency.localeCompare(b.currency),
  )
  if (!main) return { spaces: 0, currency: 'USD', average: 0, others: 0 }
  const { currency, averagePrice } = main
  return { spaces, currency, average: averagePrice, others: spaces - main.spaces }
}
