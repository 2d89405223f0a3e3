import { toDecimal, toMinor, type Currency } from './money.ts'

/** What the price of an extra is multiplied by. */
export const extraUnits = ['booking', 'hour', 'person'] as const

export type ExtraUnit = (typeof extraUnits)[number]

/** An extra that a space offers. `price` is a decimal amount in the currency of the space. */
export type Extra = { id: string; name: string; price: number; unit: ExtraUnit }

/**
 * A chosen extra as bookings store it. `amount` is the decimal amount of `quantity` units.
 */
export type BookedExtra = Extra & { quantity: number; amount: number }

/** The facts of a booking that the price of an extra depends on. */
export type ExtraBasis = { hours: number; guests: number }

export function quantityOfExtra(unit: ExtraUnit, { hours, guests }: ExtraBasis): number {
  return { booking: 1, hour: hours, person: guests }[unit]
}

/** Returns the amount of an extra in minor units. */
export function amountOfExtra(extra: Extra, currency: Currency, basis: ExtraBasis): number {
  return toMinor(extra.price, currency) * quantityOfExtra(extra.unit, basis)
}

/** Returns the copies of chosen extras that `quote` adds to the rental and a booking stores. */
export function bookExtras(
  extras: readonly Extra[],
  currency: Currency,
  basis: ExtraBasis,
): BookedExtra[] {
  return extras.map(({ id, name, price, unit }) => ({
    id,
    name,
    price,
    unit,
    quantity: quantityOfExtra(unit, basis),
    amount: toDecimal(amountOfExtra({ id, name, price, unit }, currency, basis), currency),
  }))
}
