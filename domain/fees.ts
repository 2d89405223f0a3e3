import type { BookedExtra } from './extras.ts'
import { formatMoney, percentOf, toDecimal, toMinor, type Currency } from './money.ts'

/** The platform fee in percent of the rental. The guest pays it in addition to the rental. */
export const platformFeePercentage = 10

/** The host commission in percent of the rental. It is deducted from the host's payout. */
export const hostCommissionPercentage = 10

export const hostSharePercentage = 100 - hostCommissionPercentage

/** A line of the price of the hours, in major units. A discount has a negative amount. */
export type PriceLine =
  { price: number; hours: number; amount: number } | { percentage: number; amount: number }

/** The amounts of a booking, in minor units of `currency`. */
export type Quote = {
  currency: Currency
  hours: number
  priceLines: readonly PriceLine[]
  basePriceMinor: number
  extras: readonly BookedExtra[]
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
 * Returns the quote for `hours` hours that all cost `pricePerHour` (major units), without a
 * discount.
 */
export function quote(
  pricePerHour: number | string,
  currency: Currency,
  hours: number,
  extras: readonly BookedExtra[] = [],
): Quote {
  return quoteHours(Array(hours).fill(pricePerHour), currency, { extras })
}

/**
 * Returns the quote of a booking. `hourlyPrices` are in major units. `discountPercentage` does not
 * reduce the prices of `extras`. The base price must equal that of the SQL function `base_price`.
 */
export function quoteHours(
  hourlyPrices: readonly (number | string)[],
  currency: Currency,
  {
    discountPercentage = 0,
    extras = [],
    fees = { platformFeePercentage, hostCommissionPercentage },
  }: {
    discountPercentage?: number
    extras?: readonly BookedExtra[]
    /** Percentages stored with an existing booking. Default: the percentages of new bookings. */
    fees?: { platformFeePercentage: number; hostCommissionPercentage: number }
  } = {},
): Quote {
  const hoursOfPrice = new Map<number, number>()
  for (const price of hourlyPrices) {
    const minor = toMinor(price, currency)
    hoursOfPrice.set(minor, (hoursOfPrice.get(minor) ?? 0) + 1)
  }
  const fullPriceMinor = [...hoursOfPrice].reduce((sum, [price, count]) => sum + price * count, 0)
  const discountMinor = percentOf(fullPriceMinor, discountPercentage)
  const basePriceMinor = fullPriceMinor - discountMinor
  const priceLines: PriceLine[] = [...hoursOfPrice].map(([price, count]) => ({
    price: toDecimal(price, currency),
    hours: count,
    amount: toDecimal(price * count, currency),
  }))
  if (discountMinor > 0) {
    const amount = -toDecimal(discountMinor, currency)
    priceLines.push({ percentage: discountPercentage, amount })
  }
  const rentalMinor = extras.reduce(
    (sum, { amount }) => sum + toMinor(amount, currency),
    basePriceMinor,
  )
  const platformFeeMinor = percentOf(rentalMinor, fees.platformFeePercentage)
  const hostCommissionMinor = percentOf(rentalMinor, fees.hostCommissionPercentage)
  return {
    currency,
    hours: hourlyPrices.length,
    priceLines,
    basePriceMinor,
    extras,
    rentalMinor,
    platformFeePercentage: fees.platformFeePercentage,
    platformFeeMinor,
    totalMinor: rentalMinor + platformFeeMinor,
    hostCommissionPercentage: fees.hostCommissionPercentage,
    hostCommissionMinor,
    hostShareMinor: rentalMinor - hostCommissionMinor,
  }
}

/**
 * Returns the receipt lines for the hours of a booking, in major units. Extras have their own
 * lines.
 */
export function rentalLines(booking: {
  hours: number
  currency: Currency
  rental_amount: number
  extras: readonly BookedExtra[]
  price_lines: readonly PriceLine[]
}): { name: string; amount: number }[] {
  const { currency, price_lines: lines } = booking
  const hoursText = (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  if (lines.length < 2) {
    const extrasMinor = booking.extras.reduce(
      (sum, each) => sum + toMinor(each.amount, currency),
      0,
    )
    const amount = toDecimal(toMinor(booking.rental_amount, currency) - extrasMinor, currency)
    return [{ name: `Rental: ${hoursText(booking.hours)}`, amount }]
  }
  return lines.map((line) => ({
    name:
      'price' in line
        ? `Rental: ${hoursText(line.hours)} at ${formatMoney(line.price, currency)}`
        : `Discount for ${hoursText(booking.hours)} (${line.percentage}%)`,
    amount: line.amount,
  }))
}
