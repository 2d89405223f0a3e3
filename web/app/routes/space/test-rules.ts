import type { BookingRuleRows } from '#web/data/space-details.ts'

export const defaultRules: BookingRuleRows = {
  buffer_minutes: 0,
  lead_hours: 0,
  horizon_days: 366,
  minimum_hours: 1,
  maximum_hours: 24,
  opening_hours: [],
  date_exceptions: [],
  price_rules: [],
  length_discounts: [],
}
