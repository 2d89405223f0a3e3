import { z } from 'zod'
import { decimalsProblem } from './decimals-problem.ts'
import { type Currency, priceProblem } from './money.ts'
import { alsoIfInvalid, priceSchema } from './price-schema.ts'

/**
 * A host's booking rules in the space's local time, as the SQL function `set_booking_rules` stores
 * them.
 */

const hour = z.int().min(0).max(23)

const hoursShape = {
  /**
   * First and last full hour at which a booking may start. Both are null if the space is closed on
   * that day.
   */
  first_start: hour.nullable(),
  last_start: hour.nullable(),
  /**
   * Hour after midnight by which a booking must end (26 is 2:00 on the next day). Null if there is
   * no limit.
   */
  out_by: z.int().min(1).max(48).nullable(),
}

type Hours = z.infer<z.ZodObject<typeof hoursShape>>

/** Returns an error message if the opening hours of a day contradict each other, otherwise null. */
function hoursProblem({ first_start, last_start, out_by }: Hours): string | null {
  if (first_start === null || last_start === null) return null
  if (last_start < first_start) return 'The last start must not be before the first start'
  if (out_by !== null && out_by <= last_start)
    return 'The “Leave by” time must be after the last start'
  return null
}

function checkHours(rows: readonly Hours[], context: z.RefinementCtx): void {
  for (const [index, row] of rows.entries()) {
    const message = hoursProblem(row)
    if (message) context.addIssue({ code: 'custom', path: [index], message })
  }
}

const priceRuleSchema = z.object({
  /** Weekdays on which the price applies; 0 is Sunday. */
  weekdays: z.array(z.int().min(0).max(6)).min(1, 'Please choose a day'),
  from_hour: hour,
  to_hour: z.int().min(1).max(24),
  price: priceSchema,
})

type PriceRule = z.infer<typeof priceRuleSchema>

export const bookingRulesSchema = (currency: Currency) =>
  z
    .object({
      booking_mode: z.enum(['instant', 'request']),
      /**
       * If true, the bookings of guests without a verified email and phone number become booking
       * requests.
       */
      instant_needs_verified: z.boolean(),
      buffer_minutes: z.int().min(0).max(120).multipleOf(15),
      lead_hours: z.int().min(0).max(720),
      horizon_days: z.int().min(1).max(366),
      minimum_hours: z.int().min(1).max(24),
      maximum_hours: z.int().min(1).max(24),
      opening_hours: z
        .array(z.object({ weekday: z.int().min(0).max(6), ...hoursShape }))
        .superRefine(checkHours, alsoIfInvalid),
      date_exceptions: z
        .array(z.object({ date: z.iso.date('Please choose a date'), ...hoursShape }))
        .superRefine((rows, context) => {
          checkHours(rows, context)
          for (const [index, { date }] of rows.entries())
            if (date && rows.findIndex((other) => other.date === date) < index)
              context.addIssue({
                code: 'custom',
                path: [index],
                message: 'This date is listed twice. Please remove one of them',
              })
        }, alsoIfInvalid),
      price_rules: z.array(priceRuleSchema).superRefine((rules, context) => {
        for (const [index, rule] of rules.entries()) {
          const message = priceRuleProblem(rule, rules.slice(0, index), currency)
          if (message) context.addIssue({ code: 'custom', path: [index], message })
        }
      }, alsoIfInvalid),
      length_discounts: z
        .array(
          z.object({
            minimum_hours: z.int().min(2).max(24),
            percentage: z
              .int('Please enter a whole number')
              .min(1, 'A discount is at least 1%')
              .max(90, 'A discount is at most 90%'),
          }),
        )
        .superRefine((rows, context) => {
          for (const [index, { minimum_hours }] of rows.entries())
            if (rows.findIndex((other) => other.minimum_hours === minimum_hours) < index)
              context.addIssue({
                code: 'custom',
                path: [index],
                message: `There are two discounts from ${minimum_hours} hours. Please remove one of them`,
              })
        }, alsoIfInvalid),
    })
    .refine(({ minimum_hours, maximum_hours }) => minimum_hours <= maximum_hours, {
      path: ['maximum_hours'],
      error: 'The longest booking must not be shorter than the shortest',
      ...alsoIfInvalid,
    })

export type BookingRules = z.infer<ReturnType<typeof bookingRulesSchema>>

function priceRuleProblem(
  rule: PriceRule,
  before: readonly PriceRule[],
  currency: Currency,
): string | null {
  const { from_hour, to_hour, weekdays, price } = rule
  if (to_hour <= from_hour) return 'The end must be after the start'
  const problem = Number.isNaN(price)
    ? null
    : (decimalsProblem(price, currency) ?? priceProblem(price, currency))
  if (problem) return problem
  const overlaps = before.some(
    (other) =>
      other.weekdays.some((day) => weekdays.includes(day)) &&
      other.from_hour < to_hour &&
      from_hour < other.to_hour,
  )
  return overlaps
    ? 'Another price covers some of these hours. Please change the days or hours'
    : null
}

/** The hourly price from `from_hour` to `to_hour` on one weekday; 0 is Sunday. */
export type PriceRow = { weekday: number; from_hour: number; to_hour: number; price: number }

export const priceRows = (rules: readonly PriceRule[]): PriceRow[] =>
  rules.flatMap(({ weekdays, ...rule }) => weekdays.map((weekday) => ({ weekday, ...rule })))

/** Groups price rows that differ only in their weekday. Inverse of `priceRows`. */
export function groupPriceRows(rows: readonly PriceRow[]): PriceRule[] {
  const groups = new Map<string, PriceRule>()
  for (const { weekday, ...rule } of rows) {
    const key = `${rule.from_hour}-${rule.to_hour} ${rule.price}`
    const known = groups.get(key)
    if (known) known.weekdays.push(weekday)
    else groups.set(key, { weekdays: [weekday], ...rule })
  }
  for (const { weekdays } of groups.values()) weekdays.sort((one, other) => one - other)
  return [...groups.values()]
}
