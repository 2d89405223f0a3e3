import { type Currency, decimalsOf } from './money.ts'

/** Returns an error message if an amount has more decimals than its currency, otherwise null. */
export function decimalsProblem(amount: number, currency: Currency): string | null {
  const decimals = decimalsOf(currency)
  if (Number(amount.toFixed(decimals)) === amount) return null
  return decimals === 0
    ? `Please enter a whole number of ${currency}`
    : 'Please enter at most two decimals'
}
