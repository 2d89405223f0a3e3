import { percentOf, toMinor, type Currency } from './money.ts'

/**
 * The platform fee in percent of the rental, paid by the guest on top of it. Pages, emails and tests derive it
 * from here; a test compares the column default in `supabase/schemas/bookings.sql`.
 */
export const platformFeePercentage = 10

/** The host commission in percent of the rental, deducted from the host's payout. */
export const hostCommissionPercentage = 10

/** The host's share in percent of the rental. */
export const hostSharePercentage = 100 - hostCommissionPercentage

/** The amounts of a booking in minor units of `currency`. */
export type Quote = {
  currency: Currency
  hours: number
  /** Hourly price x hours. */
  rentalMinor: number
  platformFeePercentage: number
  /** Paid by the guest on top of the rental. */
  platformFeeMinor: number
  /** What the guest's card is charged: rental + platform fee. */
  totalMinor: number
  hostCommissionPercentage: number
  /** Deducted from the rental. */
  hostCommissionMinor: number
  /** Transferred to the host 24 hours after the booking ends: rental - commission. */
  hostShareMinor: number
}

/**
 * Returns the price of `hours` whole hours at `pricePerHour` (decimal). The booking form and the server use the
 * same arithmetic; only the server's result is charged.
 */
export function quote(pricePerHour: number | string, currency: Currency, hours: number): Quote {
  const rentalMinor = toMinor(pricePerHour, currency) * hours
  const platformFeeMinor = percentOf(rentalMinor, platformFeePercentage)
  const hostCommissionMinor = percentOf(rentalMinor, hostCommissionPercentage)
  return {
    currency,
    hours,
    rentalMinor,
    platformFeePercentage,
    platformFeeMinor,
    totalMinor: rentalMinor + platformFeeMinor,
    hostCommissionPercentage,
    hostCommissionMinor,
    hostShareMinor: rentalMinor - hostCommissionMinor,
  }
}
