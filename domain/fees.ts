import { percentOf, toMinor, type Currency } from './money.ts'

/**
 * The platform fee in percent of the rental. The guest pays it on top of the rental. Pages, emails,
 * the server and tests use this constant. SQL has no default: it stores what the server passes.
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
  /** Rental: hourly price multiplied by hours. */
  rentalMinor: number
  platformFeePercentage: number
  /** Platform fee, which the guest pays on top of the rental. */
  platformFeeMinor: number
  /** Amount charged to the guest's card: rental + platform fee. */
  totalMinor: number
  hostCommissionPercentage: number
  /** Host commission, deducted from the rental. */
  hostCommissionMinor: number
  /** Amount transferred to the host 24 hours after the booking ends: rental - commission. */
  hostShareMinor: number
}

/**
 * Returns the price of `hours` whole hours at `pricePerHour`, a decimal amount. The booking form
 * and the server use the same function; only the server's result is charged.
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
