import { formatMoney, isCurrency } from '@hourspace/domain/money.ts'
import { regionOf } from '#web/content/regions.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { calendarDay, formatDate, formatHour } from '#web/lib/times.ts'
import { toggled } from './space-query.ts'

export type ActiveFilter = {
  key: string
  label: string
  /** The change of the query that removes the filter. */
  without: SpacesQuery
}

/** Formats hours as '1 h'. */
export const formatHours = (hours: number | string) => `${hours} h`

export const formatPeople = (guests: number | string) =>
  Number(guests) === 1 ? '1 person' : `${guests} people`

/** Formats a chosen time as 'Sat, Dec 5, 2:00 PM, 3 h'; '' if no time is chosen. */
export function formatTime({ date, from, hours }: SpacesQuery): string {
  return [
    date && `${calendarDay(date).weekday}, ${formatDate(date)}`,
    date && from && formatHour(Number.parseInt(from, 10)),
    hours && formatHours(hours),
  ]
    .filter(Boolean)
    .join(', ')
}

export const policyLabels: Record<string, string> = {
  flexible: 'Flexible cancellation',
  moderate: 'Moderate cancellation',
  strict: 'Strict cancellation',
}

export const ratingLabel = (rating: string) => `Rated ${rating} or higher`

/** Returns every filter of a query, in the order in which screens show them. */
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
    rating && { key: 'rating', label: ratingLabel(rating), without: { rating: undefined } },
  ]
  return filters.filter((filter): filter is ActiveFilter => Boolean(filter))
}
