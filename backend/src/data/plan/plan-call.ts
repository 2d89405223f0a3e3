import type { Representation } from '../request/parse-accept.ts'
import type { Read } from '../request/query.ts'
import { type DatabaseFunction, plainColumn } from '../schema/schema.ts'
import { answerSql, bodySql, countSql } from './answer.ts'
import { type Guard, guardSql } from './guards.ts'
import { listedSql } from './level.ts'
import { planLevel } from './read-level.ts'
import type { Source } from './source.ts'
import {
  identifier,
  type Parameters,
  type PlanContext,
  qualifiedName,
  type Statement,
} from './sql.ts'

type CallOptions = {
  representation: Representation
  countAll: boolean
  withoutBody: boolean
  maxAffected: number | null
}

const scalarName = 'pgrst_scalar'

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
    return { text: answerSql(context, { rows: '1' }, source), values: parameters.values }
  }

  const calling =
    result.kind === 'rows'
      ? `select pgrst_call.* from ${from === null ? '' : `${from}, `}${call} as pgrst_call`
      : `select ${call} as ${scalarName}${from === null ? '' : ` from ${from}`}`
  const level = planLevel(context, read, sourceOf(context, called), 'called')
  const rows = listedSql(level, context)
  const isOne = !result.isSet
  const guard = guardOf(called, options)
  const columns = {
    body: options.withoutBody ? 'null' : resultSql(called, options.representation),
    // A function without SETOF always counts as one result, even if a filter removes the row.
    ...(isOne && { rows: '1' }),
    ...(guard && { rows: guardSql(guard, parameters) }),
    ...(options.countAll && { total: countSql(level) }),
  }
  const text = `with called as (${calling}) ${answerSql(context, columns, `(${rows}) as row_`)}`
  return { text, values: parameters.values }
}

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

export type CallArguments =
  | { kind: 'json'; json: string; isArray: boolean; names: readonly string[] }
  | { kind: 'texts'; values: readonly (readonly [string, string])[] }
  | { kind: 'body'; text: string }

type CallSql = { from: string | null; call: string }

function callSql(called: DatabaseFunction, args: CallArguments, parameters: Parameters): CallSql {
  const name = qualifiedName(called)
  if (args.kind === 'body') {
    const type = called.parameters[0]?.type ?? 'text'
    return { from: null, call: `${name}(${parameters.add(args.text)}::${type})` }
  }
  if (args.kind === 'json') return jsonCall(called, args, parameters)
  const values = called.parameters.flatMap((parameter) => {
    const texts = args.values.filter(([key]) => key === parameter.name).map(([, value]) => value)
    if (texts.length === 0) return []
    if (parameter.isVariadic) {
      const places = texts.map((text) => parameters.add(text)).join(', ')
      return [
        `variadic ${identifier(parameter.name)} => cast(array[${places}] as ${parameter.type})`,
      ]
    }
    const place = parameters.add(texts.at(-1) ?? '')
    return [`${identifier(parameter.name)} => cast(${place} as ${parameter.type})`]
  })
  return { from: null, call: `${name}(${values.join(', ')})` }
}

function jsonCall(
  called: DatabaseFunction,
  { json, isArray, names }: CallArguments & { kind: 'json' },
  parameters: Parameters,
): CallSql {
  const name = qualifiedName(called)
  const given = called.parameters.filter((parameter) => names.includes(parameter.name))
  if (given.length === 0) return { from: null, call: `${name}()` }
  const list = given.map((each) => `${identifier(each.name)} ${each.type}`).join(', ')
  const values = given.map(({ name: parameter, isVariadic }) => {
    const quoted = identifier(parameter)
    return `${isVariadic ? 'variadic ' : ''}${quoted} => given.${quoted}`
  })
  const place = `${parameters.add(json)}::json`
  // As in PostgREST, if the body is a JSON array, its first object supplies the arguments.
  const from = isArray
    ? `(select * from json_to_recordset(${place}) as rows_(${list}) limit 1) as given`
    : `json_to_record(${place}) as given(${list})`
  return { from, call: `${name}(${values.join(', ')})` }
}
