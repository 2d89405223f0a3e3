import { idOf } from './ids.ts'

type Hours = { first_start: number | null; last_start: number | null; out_by: number | null }

type DemoRules = {
  bookingMode?: 'request'
  bufferMinutes?: number
  leadHours?: number
  minimumHours?: number
  week?: readonly Hours[]
  /** Hourly prices in major units: weekday, first hour, last hour (exclusive), price. */
  prices?: readonly (readonly [weekday: number, from: number, to: number, price: number])[]
  /** Discount percentages by minimum number of hours. */
  discounts?: Readonly<Record<number, number>>
}

const open = (first: number, last: number, outBy: number | null = null): Hours => ({
  first_start: first,
  last_start: last,
  out_by: outBy,
})
const closed: Hours = { first_start: null, last_start: null, out_by: null }
const repeat = (hours: Hours, count: number) => Array.from({ length: count }, () => hours)

/** Booking rules of demo spaces by slug. The other spaces have the default rules. */
const demoRules: Readonly<Record<string, DemoRules>> = {
  'clerkenwell-boardroom': {
    bufferMinutes: 30,
    leadHours: 2,
    week: [closed, ...repeat(open(7, 18, 20), 5), closed],
    discounts: { 4: 10, 8: 20 },
  },
  'montmartre-terrace': {
    bookingMode: 'request',
    bufferMinutes: 60,
    minimumHours: 2,
    week: [...repeat(open(11, 20, 23), 5), ...repeat(open(11, 22, 26), 2)],
    prices: [
      [5, 17, 24, 190],
      [6, 11, 24, 190],
    ],
  },
  'camelback-desert-terrace': { bookingMode: 'request' },
  'neukoelln-tanzboden': {
    bufferMinutes: 15,
    week: repeat(open(7, 22, 24), 7),
    prices: [1, 2, 3, 4, 5].map((weekday) => [weekday, 7, 12, 30] as const),
    discounts: { 6: 15 },
  },
}

export function ruleColumns(slug: string) {
  const rules = demoRules[slug]
  return {
    booking_mode: rules?.bookingMode ?? 'instant',
    buffer_minutes: rules?.bufferMinutes ?? 0,
    lead_hours: rules?.leadHours ?? 0,
    minimum_hours: rules?.minimumHours ?? 1,
  }
}

const ofEach = <Row>(rowsOf: (rules: DemoRules) => readonly Row[]) =>
  Object.entries(demoRules).flatMap(([slug, rules]) =>
    rowsOf(rules).map((row) => ({ space_id: idOf('space', slug), ...row })),
  )

export const openingHourRows = () =>
  ofEach(({ week = [] }) => week.map((hours, weekday) => ({ weekday, ...hours })))

export const discountRows = () =>
  ofEach(({ discounts = {} }) =>
    Object.entries(discounts).map(([minimum, percentage]) => ({
      minimum_hours: Number(minimum),
      percentage,
    })),
  )

export const priceRuleRows = () =>
  ofEach(({ prices = [] }) =>
    prices.map(([weekday, from_hour, to_hour, price]) => ({ weekday, from_hour, to_hour, price })),
  )
