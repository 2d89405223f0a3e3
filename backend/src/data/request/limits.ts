import { ApiError } from '../respond/errors.ts'

/** Requests beyond these limits could make PostgreSQL plan for seconds or exhaust its stack. */
export const limits = {
  /** Maximum nesting depth of embeds and of conditions. */
  depth: 20,
  embeds: 64,
  /** Maximum number of selected items; PostgreSQL allows 1,664 columns in a row. */
  columns: 1600,
  conditions: 500,
  orderTerms: 64,
  jsonSteps: 32,
}

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
