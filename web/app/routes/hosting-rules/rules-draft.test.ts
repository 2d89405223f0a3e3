import { expect, test } from 'vitest'
import { bookingRulesSchema, type BookingRules } from '@hourspace/domain/booking-rules.ts'
import { draftOf, errorsOf, rulesOf } from './rules-draft.ts'

const rules: BookingRules = {
  booking_mode: 'instant',
  instant_needs_verified: false,
  buffer_minutes: 0,
  lead_hours: 0,
  horizon_days: 366,
  minimum_hours: 1,
  maximum_hours: 24,
  opening_hours: [],
  date_exceptions: [],
  price_rules: [{ weekdays: [6], from_hour: 18, to_hour: 24, price: 60 }],
  length_discounts: [{ minimum_hours: 4, percentage: 10 }],
}

test('rulesOf returns the loaded booking rules if the host has changed nothing', () => {
  const opening_hours = draftOf(rules).opening_hours.with(0, {
    weekday: 0,
    first_start: null,
    last_start: null,
    out_by: null,
  })
  const stored = { ...rules, opening_hours }
  expect(rulesOf(draftOf(stored))).toEqual(stored)
})

test('rulesOf returns opening hours for all seven days if the host keeps the default hours', () => {
  expect(rulesOf(draftOf(rules)).opening_hours).toHaveLength(7)
})

test('the booking rules form reports an empty price and an impossible discount at their fields', () => {
  const draft = draftOf(rules)
  const typed = rulesOf({
    ...draft,
    price_rules: [{ ...draft.price_rules[0]!, price: '' }],
    length_discounts: [{ minimum_hours: 4, percentage: '95' }],
  })
  const { error } = bookingRulesSchema('EUR').safeParse(typed)
  expect(errorsOf(error!.issues)).toEqual({
    'price_rules.0.price': 'Please enter the price as a number',
    'length_discounts.0.percentage': 'A discount is at most 90%',
  })
})
