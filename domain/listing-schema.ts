import { z } from 'zod'
import { cancellationPolicyNames } from './cancellation.ts'
import { decimalsProblem } from './decimals-problem.ts'
import { extraUnits } from './extras.ts'
import { maximumExtras, maximumImages, parseNumber } from './listing.ts'
import { currencies, isCurrency, priceProblem } from './money.ts'
import { alsoIfInvalid, priceSchema } from './price-schema.ts'
import { isTimeZone } from './slots.ts'

const requiredText = (what: string, max: number) =>
  z
    .string(`Please enter ${what}`)
    .trim()
    .min(1, `Please enter ${what}`)
    .max(max, `Please keep ${what} under ${max} characters`)

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please keep this under ${max.toLocaleString('en-US')} characters`)

const numberOrText = (entered: unknown) =>
  typeof entered === 'number' ? entered : parseNumber(String(entered ?? ''))

/**
 * Schema of the forms that create or edit a listing. `price` is the hourly price in major units.
 */
export const listingSchema = z
  .object({
    title: requiredText('a title', 120),
    description: requiredText('a description', 5000),
    type: z.string('Please choose a space type').min(1, 'Please choose a space type'),
    capacity: z.preprocess(
      numberOrText,
      z
        .number('Please enter the capacity as a number')
        .int('Please enter the capacity as a whole number')
        .min(1, 'Please enter a capacity of at least 1')
        .max(100_000, 'Please enter a capacity of at most 100,000'),
    ),
    price: z.preprocess(numberOrText, priceSchema),
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
      .max(50, 'Please name at most 50 amenities'),
    images: z.array(z.string()).max(maximumImages, `Please add at most ${maximumImages} photos`),
    neighborhood: optionalText(120).default(''),
    house_rules: optionalText(2000).default(''),
    included: z
      .array(z.string().trim().min(1).max(60, 'Please keep each item under 60 characters'))
      .max(30, 'Please name at most 30 items')
      .default([]),
  })
  .superRefine(({ price, currency }, context) => {
    if (Number.isNaN(price) || !isCurrency(currency)) return
    const message = decimalsProblem(price, currency) ?? priceProblem(price, currency)
    if (message) context.addIssue({ code: 'custom', path: ['price'], message })
  }, alsoIfInvalid)

export type Listing = z.infer<typeof listingSchema>

/**
 * Schema of the details of a listing that are not in the public table `spaces`, such as the
 * address.
 */
export const listingDetailsSchema = z
  .object({
    currency: z.enum(currencies),
    street_address: optionalText(300),
    arrival_notes: optionalText(2000),
    point: z
      .object({ latitude: z.number().min(-85).max(85), longitude: z.number().min(-180).max(180) })
      .nullable(),
    extras: z
      .array(
        z.object({
          name: requiredText('a name', 80),
          price: z.preprocess(numberOrText, priceSchema),
          unit: z.enum(extraUnits),
        }),
      )
      .max(maximumExtras, `Please add at most ${maximumExtras} extras`),
  })
  .superRefine(({ currency, extras }, context) => {
    if (!isCurrency(currency)) return
    for (const [index, { price }] of extras.entries()) {
      const message = Number.isNaN(price) ? null : decimalsProblem(price, currency)
      if (message) context.addIssue({ code: 'custom', path: ['extras', index, 'price'], message })
    }
  }, alsoIfInvalid)

export type ListingDetails = z.infer<typeof listingDetailsSchema>
