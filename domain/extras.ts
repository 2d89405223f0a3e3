import { toDecimal, toMinor, type Currency } from './money.ts'

export const extraUnits = ['booking', 'hour', 'person'] as const

export type ExtraUnit = (typeof extraUnits)[number]

/** Texts that follow the price of an extra, as in '¥500 per hour'. */
export const extraUnitTexts: Readonly<Record<ExtraUnit, string>> = {
  booking: 'per booking',
  hour: 'per hour',
  person: 'per person',
}

/** An extra that a host offers for a space. `price` is in major units of the space's currency. */
export type Extra = { id: string; name: string; price: number; unit: ExtraUnit }

/**
 * A chosen extra, as bookings store it. `amount` is the price of all `quantity` units, in major
 * units.
 */
export type BookedExtra = Extra & { quantity: number; amount: number }

/** Names a booked extra and its quantity, such as 'Session drummer × 3 hours'. */
export function bookedExtraText({
  name,
  unit,
  quantity,
}: Pick<BookedExtra, 'name' | 'unit' | 'quantity'>): string {
  return quantity > 1 ? `${name} × ${quantity} ${unit === 'hour' ? 'hours' : 'people'}` : name
}

type ExtraBasis = { hours: number; guests: number }

function quantityOfExtra(unit: ExtraUnit, { hours, guests }: ExtraBasis): number {
  return { booking: 1, hour: hours, person: guests }[unit]
}

/** Returns the price of an extra in minor units for the hours and guests in `basis`. */
export function amountOfExtra(extra: Extra, currency: Currency, basis: ExtraBasis): number {
  return toMinor(extra.price, currency) * quantityOfExtra(extra.unit, basis)
}

/** Returns chosen extras with quantities and amounts, as the table `bookings` stores them. */
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
