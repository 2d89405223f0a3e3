import type { BookingRules } from '@hourspace/domain/booking-rules.ts'
import { firstBookableHour, lastBookableHour } from '@hourspace/domain/booking-hours.ts'
import { parseNumber } from '@hourspace/domain/listing.ts'
import { typedAmount } from '@hourspace/domain/money.ts'

export type DayHours = BookingRules['opening_hours'][number]

type PriceDraft = Omit<BookingRules['price_rules'][number], 'price'> & { price: string }
type DiscountDraft = { minimum_hours: number; percentage: string }

/**
 * The booking rules as typed by the host. The opening hours have one row per weekday, from Sunday
 * to Saturday.
 */
export type RulesDraft = Omit<BookingRules, 'price_rules' | 'length_discounts'> & {
  price_rules: PriceDraft[]
  length_discounts: DiscountDraft[]
}

/** Default opening hours of a weekday. */
export const defaultHours = {
  first_start: firstBookableHour,
  last_start: lastBookableHour,
  out_by: null,
}

export function draftOf(rules: BookingRules): RulesDraft {
  return {
    ...rules,
    opening_hours: [0, 1, 2, 3, 4, 5, 6].map(
      (weekday) =>
        rules.opening_hours.find((row) => row.weekday === weekday) ?? { weekday, ...defaultHours },
    ),
    price_rules: rules.price_rules.map((rule) => ({ ...rule, price: typedAmount(rule.price) })),
    length_discounts: rules.length_discounts
      .toSorted((one, other) => one.minimum_hours - other.minimum_hours)
      .map(({ minimum_hours, percentage }) => ({ minimum_hours, percentage: String(percentage) })),
  }
}

/** Parses the entered prices and percentages as numbers. */
export function rulesOf(draft: RulesDraft) {
  return {
    ...draft,
    price_rules: draft.price_rules.map((rule) => ({ ...rule, price: parseNumber(rule.price) })),
    length_discounts: draft.length_discounts.map(({ minimum_hours, percentage }) => ({
      minimum_hours,
      percentage: parseNumber(percentage),
    })),
  }
}

/**
 * Error texts by path. A path names a field, a row such as `length_discounts.0`, or a field of a
 * row such as `length_discounts.0.percentage`.
 */
export type RulesErrors = Record<string, string>

/** Props of the form's sections. `change` replaces parts of the draft. */
export type SectionProps = {
  draft: RulesDraft
  errors: RulesErrors
  change: (part: Partial<RulesDraft>) => void
}

export function errorsOf(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): RulesErrors {
  const errors: RulesErrors = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}
