import type { Representation } from '../request/parse-accept.ts'
import type { Read } from '../request/query.ts'
import type { DatabaseFunction } from '../schema/schema.ts'
import { answerSql, bodySql, countSql } from './answer.ts'
import { guardSql } from './guards.ts'
import { levelSql } from './level.ts'
import type { PlanContext } from './plan-context.ts'
import { planLevel } from './read-level.ts'
import type { Source } from './source.ts'
import { identifier, qualifiedName, type Parameters, type Statement } from './sql.ts'

/** The arguments as they came: JSON of an object by name, texts of a query, or the whole body. */
export type CallArguments =
  | { kind: 'json'; json: string; names: readonly string[] }
  | { kind: 'texts'; values: readonly (readonly [string, string])[] }
  | { kind: 'body'; body: string }

type CallOptions = {
  representation: Representation
  countAll: boolean
  withoutBody: boolean
}

/** One statement that calls a function and writes the whole answer. Throws ApiError. */
export function planCall(
  context: PlanContext,
  called: DatabaseFunction,
  args: CallArguments,
  read: Read,
  options: CallOptions,
): Statement {
  const { parameters } = context
  const { from, call } = callSql(called, args, parameters)
  const { result } = called
  const body = (sql: string) => (options.withoutBody ? 'null' : sql)

  if (result.kind === 'void') {
    return statement(answerSql({ rows: '1' }, `${from}${call} as row_`))
  }
  if (result.kind === 'scalar') {
    const rows = `${from}${call} as row_(value)`
    const sql = result.isSet
      ? `coalesce(json_agg(row_.value), '[]')`
      : `coalesce(json_agg(row_.value)->0, 'null')`
    return statement(answerSql({ body: body(sql) }, rows))
  }

  const source: Source = {
    name: called.name,
    alias: 'called',
    columns: result.columns,
    relation: result.relation,
    computed: (result.relation && context.schema.computedColumns.get(result.relation)) ?? new Map(),
    isReturned: false,
  }
  const level = planLevel(context, read, source, 'called')
  const rows = levelSql(level, parameters)
  const isObject = !result.isSet || options.representation.kind === 'object'
  const representation: Representation = isObject
    ? { ...options.representation, kind: 'object' }
    : options.representation
  const columns = {
    body: body(bodySql(representation)),
    ...(isObject && result.isSet && { rows: guardSql({ kind: 'single' }, parameters) }),
    ...(options.countAll && { total: countSql(level) }),
  }
  const answer = answerSql(columns, `(${rows}) as row_`)
  return statement(`with called as (select row_.* from ${from}${call} as row_) ${answer}`)

  function statement(text: string): Statement {
    return { text, values: parameters.values }
  }
}

function callSql(
  called: DatabaseFunction,
  args: CallArguments,
  parameters: Parameters,
): { from: string; call: string } {
  const name = qualifiedName(called)
  if (args.kind === 'body') {
    const type = called.parameters[0]?.type ?? 'text'
    return { from: '', call: `${name}(${parameters.add(args.body)}::${type})` }
  }
  if (args.kind === 'json') {
    const given = called.parameters.filter((parameter) => args.names.includes(parameter.name))
    if (given.length === 0) return { from: '', call: `${name}()` }
    const list = given.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')
    const values = given.map(
      (parameter) =>
        `${parameter.isVariadic ? 'variadic ' : ''}${identifier(parameter.name)} => given.${identifier(parameter.name)}`,
    )
    return {
      from: `json_to_record(${parameters.add(args.json)}::json) as given(${list}), `,
      call: `${name}(${values.join(', ')})`,
    }
  }
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
  return { from: '', call: `${name}(${values.join(', ')})` }
}
