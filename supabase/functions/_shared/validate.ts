import { z } from 'zod'

/** An ISO 8601 instant, as Date. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

type BodyProblem = { path: PropertyKey[]; message: string }

/**
 * Validates a request body. Also rejects text that PostgreSQL cannot store, for which PostgreSQL
 * would raise SQLSTATE 22021 or 22P05.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): { data: z.output<Schema>; problem?: undefined } | { problem: BodyProblem } {
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { problem: { path: issue?.path ?? [], message: issue?.message ?? 'Invalid input' } }
  }
  // Checks the parsed data instead of the body, because parsing removes unknown properties and
  // limits the depth.
  const path = pathOfUnstorableText(parsed.data)
  if (!path) return { data: parsed.data }
  return { problem: { path, message: 'Please remove the characters that cannot be displayed' } }
}

/** Returns the path of the first string or key that PostgreSQL cannot store, or null. */
function pathOfUnstorableText(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, member] of Object.entries(value)) {
    const path = isStorable(key) ? pathOfUnstorableText(member) : []
    if (path) return [key, ...path]
  }
  return null
}

/** PostgreSQL cannot store NUL characters or unpaired surrogates. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
