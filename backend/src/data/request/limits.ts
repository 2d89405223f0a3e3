import { ApiError } from '../respond/errors.ts'

/** Limits on a query. A larger query could overload PostgreSQL's planner or exhaust its stack. */
export const limits = {
  /** Maximum nesting depth of embeds and of conditions. */
  depth: { most: 20, what: 'levels' },
  embeds: { most: 64, what: 'embedded resources' },
  /** PostgreSQL allows at most 1,664 columns in a row. */
  columns: { most: 1600, what: 'selected columns on a level' },
  conditions: { most: 500, what: 'conditions' },
  orderTerms: { most: 64, what: 'terms in an order' },
  jsonSteps: { most: 32, what: 'steps into JSON' },
}

export function checkLimit(name: keyof typeof limits, count: number): void {
  const { most, what } = limits[name]
  if (count <= most) return
  const details = `It may have at most ${most} ${what}.`
  throw new ApiError(400, 'PGRST100', 'The request asks for too much', { details })
}
