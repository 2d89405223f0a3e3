import { expect, test } from 'vitest'
import { amountOfExtra, bookedExtraText, bookExtras, extraUnits, type Extra } from './extras.ts'
import { hostCommissionPercentage, platformFeePercentage, quote } from './fees.ts'
import { currencies, decimalsOf, percentOf, toMinor } from './money.ts'

const extra = (unit: Extra['unit'], price: number): Extra => ({ id: unit, name: unit, unit, price })

test.each([
  ['booking', 1_950],
  ['hour', 3 * 1_950],
  ['person', 12 * 1_950],
] as const)('an extra per %s costs %d cents for 3 hours and 12 people', (unit, minor) => {
  expect(amountOfExtra(extra(unit, 19.5), 'EUR', { hours: 3, guests: 12 })).toBe(minor)
})

test('bookExtras returns amounts in major units, and the quantity by which each price is multiplied', () => {
  expect(bookExtras([extra('person', 4.99)], 'USD', { hours: 2, guests: 3 })).toEqual([
    { id: 'person', name: 'person', unit: 'person', price: 4.99, quantity: 3, amount: 14.97 },
  ])
})

test.each([
  ['booking', 1, 'Drummer'],
  ['hour', 1, 'Drummer'],
  ['hour', 3, 'Drummer × 3 hours'],
  ['person', 12, 'Drummer × 12 people'],
] as const)(
  'bookedExtraText describes an extra per %s with quantity %d as "%s"',
  (unit, quantity, text) => {
    expect(bookedExtraText({ name: 'Drummer', unit, quantity })).toBe(text)
  },
)

test('the total of a booking without extras is hourly price × hours + platform fee in every currency', () => {
  for (const currency of currencies) {
    const base = toMinor('45.5', currency) * 3
    expect(quote('45.5', currency, 3)).toMatchObject({
      rentalMinor: base,
      totalMinor: base + percentOf(base, platformFeePercentage),
    })
  }
})

test('the amounts of a quote with extras add up to its total in every currency', () => {
  for (const currency of currencies) {
    const unit = 10 ** -decimalsOf(currency)
    for (let step = 0; step < 400; step += 1) {
      const hours = 1 + (step % 24)
      const guests = 1 + ((step * 7) % 90)
      const price = Number((step * 13 * unit).toFixed(2))
      const chosen = extraUnits
        .slice(0, step % 4)
        .map((name, index) => extra(name, Number(((step * 17 + index * 101) * unit).toFixed(2))))
      const extras = bookExtras(chosen, currency, { hours, guests })
      const it = quote(price, currency, hours, extras)
      const extrasMinor = chosen.reduce(
        (sum, each) => sum + amountOfExtra(each, currency, { hours, guests }),
        0,
      )
      expect(it.rentalMinor).toBe(toMinor(price, currency) * hours + extrasMinor)
      expect(it.platformFeeMinor).toBe(percentOf(it.rentalMinor, platformFeePercentage))
      expect(it.hostCommissionMinor).toBe(percentOf(it.rentalMinor, hostCommissionPercentage))
      expect(it.totalMinor).toBe(it.rentalMinor + it.platformFeeMinor)
      expect(it.totalMinor).toBe(it.hostShareMinor + it.hostCommissionMinor + it.platformFeeMinor)
      expect(Number.isInteger(it.totalMinor)).toBe(true)
    }
  }
})
