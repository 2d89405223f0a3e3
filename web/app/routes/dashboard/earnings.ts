import type { Currency } from '@hourspace/domain/money.ts'
import type { EarningsRow } from '#web/data/host-bookings.ts'

type Earnings = { currency: Currency; amount: number }

export type HostFigures = {
  /**
   * The host's share of every booking that was not cancelled, decimal, one entry a currency; the
   * currency of most bookings first. Nothing, in the host's own currency, before the first one.
   */
  earnings: [Earnings, ...Earnings[]]
  /** To be kept from later payouts, as shares that were sent went back to guests; decimal. */
  owed: Earnings[]
  /** Confirmed bookings. */
  activeBookings: number
}

/** What a host who lists in `ownCurrency` has earned, and how many bookings stand. */
export function figuresOf(
  rows: readonly EarningsRow[],
  ownCurrency: Currency = 'USD',
): HostFigures {
  const [main = { currency: ownCurrency, amount: 0 }, ...others] = rows
    .toSorted((one, other) => other.bookings - one.bookings)
    .map(({ currency, earned }) => ({ currency, amount: earned }))
  return {
    earnings: [main, ...others],
    owed: rows
      .filter(({ owed }) => owed > 0)
      .map(({ currency, owed }) => ({ currency, amount: owed })),
    activeBookings: rows.reduce((sum, { bookings }) => sum + bookings, 0),
  }
}
