import type { BookedExtra } from './extras.ts'
import { percentOf, toMinor, type Currency } from './money.ts'

/** The platform fee in percent of the rental. The guest pays it in addition to the rental. */
export const platformFeePercentage = 10

/** The host commission as a percentage of the rental. It is deducted from the host's payout. */
export const hostCommissionPercentage = 10

export const hostSharePercentage = 100 - hostCommissionPercentage

/** The amounts of a booking in minor units of `currency`. */
export type Quote = {
  currency: Currency
  hours: number
  /** Hourly price x hours. */
  basePriceMinor: number
  extras: readonly BookedExtra[]
  /** Base price + extras. */
  rentalMinor: number
  platformFeePercentage: number
  platformFeeMinor: number
  /** Amount charged to the guest's card: rental + platform fee. */
  totalMinor: number
  hostCommissionPercentage: number
  hostCommissionMinor: number
  /** Amount transferred to the host 24 hours after the booking ends: rental - commission. */
  hostShareMinor: number
}

/**
 * Returns the price of `hours` at `pricePerHour` (decimal) with the extras of `bookExtras`. The
 * server's result is charged.
 */
export function quote(
  pricePerHour: number | string,
  currency: Currency,
  hours: number,
  extras: readonly BookedExtra[] = [],
): Quote {
  const basePriceMinor = toMinor(pricePerHour, currency) * hours
  const rentalMinor = extras.reduce(
    (sum, { amount }) => sum + toMinor(amount, currency),
    basePriceMinor,
  )
  const platformFeeMinor = percentOf(rentalMinor, platformFeePercentage)
  const hostCommissionMinor = percentOf(rentalMinor, hostCommissionPercentage)
  return {
    currency,
    hours,
    basePriceMinor,
    extras,
    rentalMinor,
    platformFeePercentage,
    platformFeeMinor,
    totalMinor: rentalMinor + platformFeeMinor,
    hostCommissionPercentage,
    hostCommissionMinor,
    hostShareMinor: rentalMinor - hostCommissionMinor,
  }
}
