import { percentOf, toMinor, type Currency } from './money.ts'

/** What the guest pays on top of the rental, in per cent (spec, section 9). */
const platformFeePercentage = 10

/** What is kept of the rental before the host is paid, in per cent: hosts receive 90%. */
const hostCommissionPercentage = 10

/** Every amount of one booking, in minor units of `currency`. */
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
  /** Kept from the rental. */
  hostCommissionMinor: number
  /** Transferred to the host 24 hours after the booking ends: rental - commission. */
  hostShareMinor: number
}

/**
 * The price of `hours` whole hours at `pricePerHour` (decimal). The same arithmetic runs in the
 * booking form and on the server; only the server's result is ever charged.
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
