import { z } from 'zod'
import { type Currency, decimalsOf } from './money.ts'

/** Schema of a price in major units that a host enters. */
export const priceSchema = z
  .number('Please enter the price as a number')
  .min(0, 'Please enter a price of 0 or more')
  .max(9_999_999, 'Please enter a price of at most 9,999,999')

/** Returns an error message if a price has more decimals than its currency, otherwise null. */
export function decimalsProblem(price: number, currency: Currency): string | null {
  const decimals = decimalsOf(currency)
  if (Number(price.toFixed(decimals)) === price) return null
  return decimals === 0
    ? `Please enter a whole number of ${currency}`
    : 'Please enter at most two decimals'
}
