import { z } from 'zod'
import { invalidRequest, type StripeError } from './errors.ts'
import type { FormRecord } from './form.ts'

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** An integer as a string, because forms send only strings. */
export const integer = z
  .string()
  .refine((text) => /^-?\d{1,15}$/.test(text), {
    error: (issue) => `Invalid integer: ${String(issue.input)}`,
    params: { code: 'parameter_invalid_integer' },
    abort: true,
  })
  .transform(Number)

export const amount = integer
  .refine((value) => value >= 1, {
    error: 'This value must be greater than or equal to 1.',
    params: { code: 'parameter_invalid_integer' },
    abort: true,
  })
  .refine((value) => value <= 99_999_999, {
    error: 'Amount must be no more than 99999999 in the smallest unit of the currency.',
    params: { code: 'amount_too_large' },
  })

/** A lower-case ISO 4217 currency code, as in Stripe's responses. */
export const currency = z
  .string()
  .toLowerCase()
  .refine((code) => currencies.has(code), {
    error: (issue) => `Invalid currency: ${String(issue.input)}.`,
  })

export const boolean = z.enum(['true', 'false']).transform((text) => text === 'true')

export const text = z.string().max(5000)

/**
 * Metadata to merge. An empty value removes its key; an empty string instead of metadata removes
 * all keys.
 */
export const metadata = z.union([
  z.literal(''),
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((pairs) => Object.keys(pairs).length <= 50, {
      error: 'You can have up to 50 metadata keys.',
    }),
])
export type MetadataChange = z.infer<typeof metadata>

export const pagination = {
  limit: integer
    .refine((value) => value >= 1 && value <= 100, { error: 'Limit must be between 1 and 100.' })
    .optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z
    .union([
      integer.transform((second) => ({ gte: second, lte: second })),
      z.strictObject({
        gt: integer.optional(),
        gte: integer.optional(),
        lt: integer.optional(),
        lte: integer.optional(),
      }),
    ])
    .optional(),
}

/** Parses `params`. Throws StripeError (400) with Stripe's message for the invalid parameter. */
export function read<T extends z.ZodType>(schema: T, params: FormRecord): z.output<T> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  throw parameterError(result.error.issues[0], params)
}

export function mergeMetadata(
  before: Record<string, string>,
  change: MetadataChange | undefined,
): Record<string, string> {
  if (change === undefined) return before
  if (change === '') return {}
  const merged = Object.entries({ ...before, ...change })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}

function parameterError(issue: z.core.$ZodIssue | undefined, params: FormRecord): StripeError {
  if (!issue) return invalidRequest('Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  }
  const param = bracketed(issue.path)
  const value = issue.path.reduce<unknown>(
    (value, key) => (value as FormRecord | undefined)?.[String(key)],
    params,
  )
  if (value === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.code === 'custom') {
    const code = issue.params?.['code'] as string | undefined
    return invalidRequest(issue.message, { ...(code && { code }), param })
  }
  if (issue.code === 'invalid_value')
    return invalidRequest(
      `Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`,
      { param },
    )
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

function bracketed([first, ...rest]: PropertyKey[]): string {
  return String(first) + rest.map((key) => `[${String(key)}]`).join('')
}
