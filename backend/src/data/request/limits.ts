import { ApiError } from '../respond/errors.ts'

/**
 * How far a request may go. Anything beyond is a mistake or an attack: PostgreSQL would plan such a
 * statement for seconds, or run out of stack.
 */
export const limits = {
  /** Embeds in embeds, and conditions in conditions. */
  depth: 20,
  embeds: 64,
  /** PostgreSQL itself holds 1,664 columns in a row. */
  columns: 1600,
  conditions: 500,
  orderTerms: 64,
  jsonSteps: 32,
}

/** Throws ApiError PGRST100 when `count` goes beyond the limit of that name. */
export function checkLimit(name: keyof typeof limits, count: number): void {
  if (count <= limits[name]) return
  throw new ApiError(400, 'PGRST100', 'The request asks for too much', {
    details: `It may have at most ${limits[name]} ${words[name]}.`,
  })
}

const words: Record<keyof typeof limits, string> = {
  depth: 'levels',
  embeds: 'embedded resources',
  columns: 'selected columns on a level',
  conditions: 'conditions',
  orderTerms: 'terms in an order',
  jsonSteps: 'steps into JSON',
}
