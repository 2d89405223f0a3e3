import { z } from 'zod'
import { failure } from './errors.ts'
import { validate } from './validate.ts'

export const formFields = {
  name: z
    .string('Please enter your name')
    .trim()
    .min(1, 'Please enter your name')
    .max(120, 'Please use at most 120 characters'),
  email: z
    .string('Please enter your email')
    .trim()
    .min(1, 'Please enter your email')
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
  /** Honeypot: a hidden form field that only bots fill in. */
  website: z.string().max(2000).optional(),
}

export const longText = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(5000, 'Please use at most 5,000 characters')

/**
 * Validates the body of a form request. Throws bad_field for the first invalid field, or
 * bad_request if the body is not an object.
 */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const result = validate(schema, given)
  if (!result.problem) return result.data
  const { path, message } = result.problem
  const [field] = path
  throw field === undefined
    ? failure('bad_request', { message })
    : failure('bad_field', { message, field: String(field) })
}

/**
 * Returns the client's IP address from `X-Forwarded-For` for rate limits, or null without this
 * header. Returns the /64 network of an IPv6 address, because one client usually has the whole
 * network.
 */
export function callerAddress(request: Request): string | null {
  const first = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
  if (!first) return null
  return first.includes(':') ? networkOf(first) : first.slice(0, 64)
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().slice(0, 64).split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
