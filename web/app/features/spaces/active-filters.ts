import { formatMoney, isCurrency } from '@hourspace/domain/money.ts'
import { regionOf } from '#web/content/regions.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { formatPeople, formatTime } from './format-search.ts'
import { toggled } from './space-query.ts'

export type ActiveFilter = {
  key: string
  label: string
  /** `without` is the query change that removes the filter. */
  without: SpacesQuery
}

export const policyLabels: Record<string, string> = {
  flexible: 'Flexible cancellation',
  moderate: 'Moderate cancellation',
  strict: 'Strict cancellation',
}

export const instantLabel = 'Instant booking'

export const ratingLabel = (rating: string) => `Rated ${rating} or higher`

/** Returns all active filters of a query, in the order in which the screen shows the filters. */
export function activeFilters(
  query: SpacesQuery,
  types: readonly { name: string; label: string }[],
): ActiveFilter[] {
  const { q, type, location, region, max, currency, amenities, policy, rating, bounds } = query
  const time = formatTime(query)
  const price =
    max &&
    formatMoney(max, isCurrency(currency) ? currency : 'USD', {
      decimals: max.includes('.') ? 2 : 0,
    })
  const filters: (ActiveFilter | false | '' | undefined)[] = [
    q && { key: 'q', label: `“${q}”`, without: { q: undefined } },
    location && { key: 'location', label: location, without: { location: undefined } },
    region && {
      key: 'region',
      label: regionOf(region)?.label ?? region,
      without: { region: undefined },
    },
    bounds && { key: 'bounds', label: 'Map area', without: { bounds: undefined } },
    type && {
      key: 'type',
      label: types.find(({ name }) => name === type)?.label ?? type,
      without: { type: undefined },
    },
    time && {
      key: 'time',
      label: time,
      without: { date: undefined, from: undefined, hours: undefined },
    },
    query.guests && {
      key: 'guests',
      label: formatPeople(query.guests),
      without: { guests: undefined },
    },
    price && {
      key: 'max',
      label: `Up to ${price}`,
      without: { max: undefined, currency: undefined },
    },
    ...(amenities?.split(',') ?? []).map((amenity) => ({
      key: `amenity ${amenity}`,
      label: amenity,
      without: { amenities: toggled(amenities, amenity) },
    })),
    ...(policy?.split(',') ?? []).map((name) => ({
      key: `policy ${name}`,
      label: policyLabels[name] ?? name,
      without: { policy: toggled(policy, name) },
    })),
    query.book && { key: 'book', label: instantLabel, without: { book: undefined } },
    rating && { key: 'rating', label: ratingLabel(rating), without: { rating: undefined } },
  ]
  return filters.filter((filter): filter is ActiveFilter => Boolean(filter))
}
