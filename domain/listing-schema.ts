import { z } from 'zod'
import { cancellationPolicyNames } from './cancellation.ts'
import { maximumImages, parseNumber } from './listing.ts'
import { currencies, decimalsOf } from './money.ts'
import { isTimeZone } from './slots.ts'

const requiredText = (what: string, max: number) =>
  z
    .string(`Please enter ${what}`)
    .trim()
    .min(1, `Please enter ${what}`)
    .max(max, `Please keep ${what} under ${max} characters`)

/** Accepts a number, or a string with a number as users type it, such as '1,200.50'. */
const numberOrText = (entered: unknown) =>
  typeof entered === 'number' ? entered : parseNumber(String(entered ?? ''))

/** Schema of the create-listing form. `price` is a decimal amount per hour. */
export const listingSchema = z
  .object({
    title: requiredText('a title', 120),
    description: requiredText('a description', 5000),
    type: z.string('Please choose a space type').min(1, 'Please choose a space type'),
    capacity: z.preprocess(
      numberOrText,
      z
        .number('Please enter the capacity as a number')
        .int('Capacity is a whole number of people')
        .min(1, 'Capacity is at least 1')
        .max(100_000, 'Capacity is at most 100,000'),
    ),
    price: z.preprocess(
      numberOrText,
      z
        .number('Please enter the price as a number')
        .min(0, 'Price cannot be negative')
        .max(9_999_999, 'Price is at most 9,999,999'),
    ),
    currency: z.enum(currencies, 'Please choose a currency'),
    location: requiredText('a city', 120),
    country: requiredText('a country', 120),
    time_zone: z
      .string('Please choose the time zone of the space')
      .refine(isTimeZone, 'Please choose the time zone of the space'),
    cancellation_policy: z.enum(cancellationPolicyNames, 'Please choose a cancellation policy'),
    amenities: z
      .array(z.string().trim().min(1).max(60, 'Please keep each amenity under 60 characters'))
      .min(1, 'Please name at least one amenity')
      .max(50, 'At most 50 amenities'),
    images: z.array(z.string()).max(maximumImages, `At most ${maximumImages} images`),
  })
  .refine(
    ({ price, currency }) => {
      const scaled = price * 10 ** decimalsOf(currency)
      return Math.abs(scaled - Math.round(scaled)) < 1e-6
    },
    {
      path: ['price'],
      error: (issue) => {
        const { currency } = issue.input as { currency: (typeof currencies)[number] }
        return decimalsOf(currency) === 0
          ? `A price in ${currency} is a whole number`
          : 'A price has at most two decimals'
      },
    },
  )

export type Listing = z.infer<typeof listingSchema>
