import { type Currency, toDecimal, toMinor } from '@hourspace/domain/money.ts'
import type { EarningTotal, MonthlyEarnings } from '#web/data/earnings.ts'

/**
 * Returns all years from the first booking to this year, newest first. Includes next year if
 * bookings are upcoming.
 */
export function yearsSince(totals: readonly EarningTotal[], thisYear: number): number[] {
  const started = totals.map(({ first_ended_on }) => Number(first_ended_on.slice(0, 4)))
  const first = Math.min(thisYear, ...started)
  // Upcoming bookings may end next year, because guests can book a year ahead.
  const last = totals.some(({ state }) => state === 'upcoming') ? thisYear + 1 : thisYear
  return Array.from({ length: last - first + 1 }, (_, index) => last - index)
}

/** Returns the currencies of the rows, sorted by number of bookings, highest first. */
export function currenciesOf(
  rows: readonly { currency: Currency; bookings: number }[],
): Currency[] {
  const counts = new Map<Currency, number>()
  for (const { currency, bookings } of rows)
    counts.set(currency, (counts.get(currency) ?? 0) + bookings)
  return [...counts.keys()].sort((one, other) => counts.get(other)! - counts.get(one)!)
}

/** Adds decimal amounts in one currency without rounding errors. */
export function sumOf(rows: readonly { earned: number }[], currency: Currency): number {
  const minor = rows.reduce((sum, { earned }) => sum + toMinor(earned, currency), 0)
  return toDecimal(minor, currency)
}

/** Returns the earnings of January to December in one currency, as decimal amounts. */
export function earnedByMonth(rows: readonly MonthlyEarnings[], currency: Currency): number[] {
  return Array.from({ length: 12 }, (_, index) =>
    sumOf(
      rows.filter(
        (row) => row.currency === currency && Number(row.month.slice(5, 7)) === index + 1,
      ),
      currency,
    ),
  )
}

type SpaceSum = {
  id: string
  title: string
  currency: Currency
  bookings: number
  earned: number
}

/**
 * Adds up the rows of each space and currency. Currencies are in the order of `currenciesOf`.
 * Within a currency, the highest earnings come first.
 */
export function sumsBySpace(rows: readonly MonthlyEarnings[]): SpaceSum[] {
  const groups = new Map<string, MonthlyEarnings[]>()
  for (const row of rows) {
    const key = `${row.space_id} ${row.currency}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const currencies = currenciesOf(rows)
  return [...groups.values()]
    .map((group) => {
      const { space_id: id, space_title: title, currency } = group[0]!
      const bookings = group.reduce((sum, row) => sum + row.bookings, 0)
      return { id, title, currency, bookings, earned: sumOf(group, currency) }
    })
    .sort(
      (one, other) =>
        currencies.indexOf(one.currency) - currencies.indexOf(other.currency) ||
        other.earned - one.earned,
    )
}
