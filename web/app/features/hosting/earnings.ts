import { currencies, toDecimal, toMinor, type Currency } from '#domain/money.ts'
import type { EarningsRow } from '#web/data/host-bookings.ts'

export type HostFigures = {
  /** The host's share of every booking that was not cancelled, decimal, one entry a currency. */
  earnings: Array<{ currency: Currency; amount: number }>
  /** Confirmed bookings. */
  activeBookings: number
}

/** What a host has earned, and how many bookings stand. */
export function figuresOf(bookings: readonly EarningsRow[]): HostFigures {
  const active = bookings.filter(({ status }) => status !== 'cancelled')
  const earnings = currencies.flatMap((currency) => {
    const shares = active.filter((booking) => booking.currency === currency)
    if (shares.length === 0) return []
    const minor = shares.reduce(
      (sum, booking) => sum + toMinor(booking.host_share_amount, currency),
      0,
    )
    return [{ currency, amount: toDecimal(minor, currency) }]
  })
  return { earnings, activeBookings: active.length }
}
