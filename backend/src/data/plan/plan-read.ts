import type { Representation } from '../request/parse-accept.ts'
import type { Read } from '../request/query.ts'
import type { Relation } from '../schema/schema.ts'
import { answerSql, bodySql, countSql } from './answer.ts'
import { levelSql, listedSql } from './level.ts'
import { planLevel } from './read-level.ts'
import { relationSource } from './source.ts'
import { type PlanContext, qualifiedName, type Statement } from './sql.ts'

type ReadOptions = {
  representation: Representation
  /** Which rows to count: `all`, or `some` to stop at `maxRows` + 1 rows. */
  count: 'all' | 'some' | null
  withoutBody: boolean
}

export function planRead(
  context: PlanContext,
  relation: Relation,
  read: Read,
  options: ReadOptions,
): Statement {
  const source = relationSource(context, relation)
  const level = planLevel(context, read, source, `${qualifiedName(relation)} as ${source.alias}`)
  const rows = listedSql(level, context)
  const text = answerSql(
    context,
    {
      body: options.withoutBody ? 'null' : bodySql(options.representation),
      ...(options.count && {
        total: countSql(level, options.count === 'some' ? context.maxRows : null),
      }),
    },
    `(${rows}) as row_`,
  )
  return { text, values: context.parameters.values }
}

/** Builds an `explain` of a read without its limit. PostgreSQL's estimate becomes the count. */
export function planEstimate(context: PlanContext, relation: Relation, read: Read): Statement {
  const source = relationSource(context, relation)
  const unlimited = { ...read, order: [], limit: null, offset: 0 }
  const from = `${qualifiedName(relation)} as ${source.alias}`
  const level = planLevel(context, unlimited, source, from)
  const rows = levelSql({ ...level, limit: null }, context.parameters)
  return { text: `explain (format json) ${rows}`, values: context.parameters.values }
}
