/**
 * Money. A `Money` is a whole number of the currency's minor unit (cents, fils, yen), because
 * that is what Stripe moves and what adds up without rounding. Decimals exist only at the edges:
 * SQL stores decimals, people read decimals.
 */

/** The currencies a listing may be priced in (spec, section 9). */
export const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'SGD', 'KRW', 'AED'] as const

export type Currency = (typeof currencies)[number]

/** Currencies whose smallest unit is the unit itself, as Stripe and ISO 4217 list them. */
const zeroDecimal: ReadonlySet<Currency> = new Set(['JPY', 'KRW'])

/** True for one of `currencies`, in capitals. */
export function isCurrency(value: unknown): value is Currency {
  return currencies.includes(value as Currency)
}

/** Digits after the decimal point: 2, or 0 for JPY and KRW. */
export function decimalsOf(currency: Currency): 0 | 2 {
  return zeroDecimal.has(currency) ? 0 : 2
}

/**
 * A decimal amount in minor units, rounded half up: `toMinor(12.5, 'USD')` is 1250.
 * Accepts the strings PostgreSQL answers for numeric. Throws RangeError on anything not finite.
 */
export function toMinor(amount: number | string, currency: Currency): number {
  const value = Number(amount)
  if (!Number.isFinite(value)) throw new RangeError(`Not an amount of money: ${amount}`)
  // A decimal such as 1.005 is stored just below itself; the nudge is far below a minor unit.
  const scaled = value * 10 ** decimalsOf(currency)
  return Math.round(scaled + Math.sign(scaled) * 1e-7)
}

/** The decimal amount for minor units: `toDecimal(1250, 'USD')` is 12.5. */
export function toDecimal(minor: number, currency: Currency): number {
  return minor / 10 ** decimalsOf(currency)
}

/** `percentage` per cent of a minor amount, rounded half up to a whole minor unit. */
export function percentOf(minor: number, percentage: number): number {
  return Math.round((minor * percentage) / 100 + 1e-7)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Building a formatter costs more than using it a hundred times, so each is made once. */
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

/**
 * A decimal amount as people read it, in en-US: `$1,250.00`, `¥8,000`.
 * `decimals` overrides the currency's own digits; a space card shows none.
 */
export function formatMoney(
  amount: number | string,
  currency: Currency,
  { decimals = decimalsOf(currency) }: { decimals?: number } = {},
): string {
  return formatterFor(currency, decimals).format(Number(amount))
}
