import type { Representation } from '../request/parse-accept.ts'
import type { Read } from '../request/query.ts'
import { plainColumn, type DatabaseFunction } from '../schema/schema.ts'
import { answerSql, bodySql, countSql } from './answer.ts'
import { callSql, type CallArguments } from './call-sql.ts'
import { guardSql, type Guard } from './guards.ts'
import { levelSql } from './level.ts'
import type { PlanContext } from './plan-context.ts'
import { planLevel } from './read-level.ts'
import type { Source } from './source.ts'
import type { Statement } from './sql.ts'

type CallOptions = {
  representation: Representation
  countAll: boolean
  withoutBody: boolean
  maxAffected: number | null
}

/** What a result that is no row is called where rows have columns. */
const scalarName = 'pgrst_scalar'

/** One statement that calls a function and writes the whole answer. Throws ApiError. */
export function planCall(
  context: PlanContext,
  called: DatabaseFunction,
  args: CallArguments,
  read: Read,
  options: CallOptions,
): Statement {
  const { parameters } = context
  const { result } = called
  const { from, call } = callSql(called, args, parameters)
  if (result.kind === 'void') {
    const source = from === null ? `${call} as row_` : `${from}, ${call} as row_`
    return { text: answerSql({ rows: '1' }, source), values: parameters.values }
  }

  const calling =
    result.kind === 'rows'
      ? `select row_.* from ${from === null ? '' : `${from}, `}${call} as row_`
      : `select ${call} as ${scalarName}${from === null ? '' : ` from ${from}`}`
  const level = planLevel(context, read, sourceOf(context, called), 'called')
  const rows = levelSql(level, parameters)
  const isOne = !result.isSet
  const guard = guardOf(called, options)
  const columns = {
    body: options.withoutBody ? 'null' : resultSql(called, options.representation),
    // What is no set is one result, whatever filters leave of it.
    ...(isOne && { rows: '1' }),
    ...(guard && { rows: guardSql(guard, parameters) }),
    ...(options.countAll && { total: countSql(level) }),
  }
  const text = `with called as (${calling}) ${answerSql(columns, `(${rows}) as row_`)}`
  return { text, values: parameters.values }
}

/** The rows that a function gives, for filters, order and embeds. */
function sourceOf({ schema }: PlanContext, { name, result }: DatabaseFunction): Source {
  const shared = { name, alias: 'called', isReturned: false }
  if (result.kind !== 'rows') {
    const type = result.kind === 'scalar' ? result.type : 'void'
    const columns = new Map([[scalarName, plainColumn(scalarName, type)]])
    return { ...shared, columns, relation: null, computed: new Map() }
  }
  const { relation, columns } = result
  const computed = (relation && schema.computedColumns.get(relation)) ?? new Map()
  return { ...shared, columns, relation, computed }
}

function resultSql({ result }: DatabaseFunction, representation: Representation): string {
  const isScalar = result.kind === 'scalar'
  const isOne = result.kind !== 'void' && !result.isSet
  const isJson = representation.kind === 'array' || representation.kind === 'object'
  if (isJson && isScalar) {
    const values = stripped(`json_agg(row_.${scalarName})`, representation)
    return isOne || representation.kind === 'object'
      ? `coalesce(${values}->0, 'null')`
      : `coalesce(${values}, '[]')`
  }
  if (isJson && isOne) return `coalesce(${bodySql({ ...representation, kind: 'object' })}, 'null')`
  return bodySql(representation)
}

function stripped(sql: string, { stripNulls }: Representation): string {
  return stripNulls ? `json_strip_nulls(${sql})` : sql
}

function guardOf({ result }: DatabaseFunction, options: CallOptions): Guard | null {
  if (result.kind === 'void' || !result.isSet) return null
  if (options.representation.kind === 'object') return { kind: 'single' }
  return options.maxAffected === null ? null : { kind: 'at most', rows: options.maxAffected }
}
