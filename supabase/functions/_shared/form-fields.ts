import { z } from 'zod'
import { failure } from './errors.ts'

/** PostgreSQL keeps neither NUL nor half a character. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const notStorable = 'Please take out the characters that cannot be displayed'

/** Fields that several forms have, with the texts that people read beside them. */
export const formFields = {
  name: z
    .string('Please enter your name')
    .trim()
    .min(1, 'Please enter your name')
    .max(120, 'Please use at most 120 characters')
    .refine(isStorable, notStorable),
  email: z
    .string('Please enter your e-mail')
    .trim()
    .min(1, 'Please enter your e-mail')
    .max(254, 'Please enter a valid e-mail address')
    .pipe(z.email('Please enter a valid e-mail address')),
  /** A field that people do not see: only programs fill it in. */
  website: z.string().max(2000).optional(),
}

/** Letters and messages. */
export const longText = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(5000, 'Please use at most 5,000 characters')
    .refine(isStorable, notStorable)

/** Checks what was filled in. Throws bad_field with the first field that is wrong. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path[0]
  throw field === undefined
    ? failure('bad_request', { message: issue?.message })
    : failure('bad_field', { message: issue?.message, field: String(field) })
}

/** The body of a form that is sent as JSON. Throws bad_json. */
export async function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch(() => {
    throw failure('bad_json')
  })
}
