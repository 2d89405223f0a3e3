import { z } from 'zod'

/** Schema of a price in major units that a host enters. */
export const priceSchema = z
  .number('Please enter the price as a number')
  .min(0, 'Please enter a price of 0 or more')
  .max(9_999_999, 'Please enter a price of at most 9,999,999')

/**
 * Option of a zod check that makes it run even after another check of the same value has failed. A
 * form then shows all invalid fields at once. The check may receive invalid values.
 */
export const alsoIfInvalid = { when: () => true }
