import { currencies, toDecimal, toMinor, type Currency } from '#domain/money.ts'
import type { EarningsRow } from '#web/data/host-bookings.ts'

type Earnings = { currency: Currency; amount: number }

export type HostFigures = {
  /**
   * The host's share of every booking that was not cancelled, decimal, one entry a currency; the
   * currency of most bookings first. Nothing, in the host's own currency, before the first one.
   */
  earnings: [Earnings, ...Earnings[]]
  /** Confirmed bookings. */
  activeBookings: number
}

/** What a host who lists in `ownCurrency` has earned, and how many bookings stand. */
export function figuresOf(
  bookings: readonly EarningsRow[],
  ownCurrency: Currency = 'USD',
): HostFigures {
  const active = bookings.filter(({ status }) => status !== 'cancelled')
  const [main = { currency: ownCurrency, amount: 0 }, ...others] = currencies
    .map((currency) => {
      const shares = active.filter((booking) => booking.currency === currency)
      const minor = shares.reduce(
        (sum, booking) => sum + toMinor(booking.host_share_amount, currency),
        0,
      )
      return { currency, amount: toDecimal(minor, currency), bookings: shares.length }
    })
    .filter(({ bookings }) => bookings > 0)
    .sort((one, other) => other.bookings - one.bookings)
    .map(({ currency, amount }) => ({ currency, amount }))
  return { earnings: [main, ...others], activeBookings: active.length }
}
