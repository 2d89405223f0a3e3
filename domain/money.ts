/**
 * An amount named `minor` or `…Minor` is in whole minor units of its currency (cents, yen), as in
 * Stripe. Other amounts are in major units.
 */

/** Currencies in which hosts can set prices. */
export const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'SGD', 'KRW', 'AED'] as const

export type Currency = (typeof currencies)[number]

/** Currencies without a minor unit. https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimal: ReadonlySet<Currency> = new Set(['JPY', 'KRW'])

/**
 * Stripe's minimum card charges, in major units. The KRW amount is USD 0.50 converted and rounded
 * up. The SQL function `minimum_charge` must return the same amounts.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const minimumCharges: Record<Currency, number> = {
  USD: 0.5,
  EUR: 0.5,
  GBP: 0.3,
  JPY: 50,
  AUD: 0.5,
  CAD: 0.5,
  SGD: 0.5,
  KRW: 1000,
  AED: 2,
}

/**
 * Returns an error message if a price is above 0 but below the minimum card charge, otherwise null.
 */
export function priceProblem(price: number, currency: Currency): string | null {
  const least = minimumCharges[currency]
  if (price <= 0 || price >= least) return null
  return `Please enter 0, or at least ${formatMoney(least, currency)}`
}

export function isCurrency(value: unknown): value is Currency {
  return currencies.includes(value as Currency)
}

export function decimalsOf(currency: Currency): 0 | 2 {
  return zeroDecimal.has(currency) ? 0 : 2
}

/**
 * Converts major to minor units: 12.5 USD is 1250 cents. Rounds half a minor unit away from zero.
 * Throws RangeError for non-finite values.
 */
export function toMinor(amount: number | string, currency: Currency): number {
  const value = Number(amount)
  if (!Number.isFinite(value)) throw new RangeError(`Not an amount of money: ${amount}`)
  // Adds 1e-7 before rounding, because the floating-point value of a number such as 1.005 is
  // slightly too small.
  const scaled = value * 10 ** decimalsOf(currency)
  return Math.round(scaled + Math.sign(scaled) * 1e-7)
}

/** Converts minor to major units: 1250 USD cents is 12.5. */
export function toDecimal(minor: number, currency: Currency): number {
  return minor / 10 ** decimalsOf(currency)
}

/** Returns a percentage of an amount in minor units, rounded half up to a whole minor unit. */
export function percentOf(minor: number, percentage: number): number {
  return Math.round((minor * percentage) / 100 + 1e-7)
}

/** Writes an amount in major units for an input field: 40 is `40` and 37.5 is `37.50`. */
export function typedAmount(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}

const formatters = new Map<string, Intl.NumberFormat>()

/**
 * Caches formatters, because creating an Intl.NumberFormat takes longer than using one a hundred
 * times.
 */
function formatterFor(currency: Currency, decimals: number): Intl.NumberFormat {
  const key = `${currency}${decimals}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formatters.set(key, formatter)
  }
  return formatter
}

/** Formats an amount in major units for en-US, such as `$1,250.00` or `¥8,000`. */
export function formatMoney(
  amount: number | string,
  currency: Currency,
  { decimals = decimalsOf(currency) }: { decimals?: number } = {},
): string {
  return formatterFor(currency, decimals).format(Number(amount))
}

/** Formats an amount in minor units like `formatMoney`. */
export function formatMinor(minor: number, currency: Currency): string {
  return formatMoney(toDecimal(minor, currency), currency)
}
