import type { OrderTerm } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import type { PlannedEmbed } from './plan-embed.ts'
import { fieldSql, type Source } from './source.ts'

/** One term of `order by`: a field, or that of a to-one embed. Throws ApiError PGRST108, PGRST118. */
export function orderSql(
  term: OrderTerm,
  source: Source,
  embeds: ReadonlyMap<string, Pick<PlannedEmbed, 'field'>>,
): string {
  const direction = term.descending ? ' desc' : ''
  const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
  return `${fieldOf(term, source, embeds)}${direction}${nulls}`
}

function fieldOf(
  term: OrderTerm,
  source: Source,
  embeds: ReadonlyMap<string, Pick<PlannedEmbed, 'field'>>,
): string {
  const { relation } = term
  if (relation === null) return fieldSql(source, term.field)
  const embed = embeds.get(relation)
  if (embed) return embed.field(term)
  const message = `'${relation}' is not an embedded resource in this request`
  throw new ApiError(400, 'PGRST108', message, {
    hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
  })
}
