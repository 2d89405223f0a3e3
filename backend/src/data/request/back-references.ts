import { ApiError } from '../respond/errors.ts'
import type { Condition, Read } from './query.ts'

/** Throws ApiError PGRST100 for back-references, which PostgreSQL may need hours to match. */
export function refuseBackReferences({ where, select }: Read): void {
  where.forEach(checkCondition)
  for (const item of select) if (item.kind === 'embed') refuseBackReferences(item.read)
}

function checkCondition(condition: Condition): void {
  if (condition.kind === 'logic') return condition.conditions.forEach(checkCondition)
  const { operation } = condition
  if (operation.kind !== 'compare') return
  const { operator, quantifier, value } = operation
  if (operator !== 'match' && operator !== 'imatch') return
  // With `any` and `all`, the patterns are in an array literal, which may escape backslashes.
  const backReference = quantifier ? /\\[1-9]/ : /^(?:[^\\]|\\[^1-9])*\\[1-9]/
  if (!backReference.test(value)) return
  throw new ApiError(400, 'PGRST100', 'Patterns must not contain back-references', {
    details: `The value of "${operator}" refers back to a group with a backslash and a digit.`,
    hint: 'Write the pattern without a backslash before a digit.',
  })
}
