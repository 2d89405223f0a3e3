import type { DatabaseFunction } from '../schema/schema.ts'
import { identifier, qualifiedName, type Parameters } from './sql.ts'

/** The arguments as they came: JSON by name, texts of a query or form, or the whole body. */
export type CallArguments =
  | { kind: 'json'; json: string; isArray: boolean; names: readonly string[] }
  | { kind: 'texts'; values: readonly (readonly [string, string])[] }
  | { kind: 'body'; text: string }

/** A call in SQL: what it takes its arguments from, which may be nothing, and the call itself. */
type CallSql = { from: string | null; call: string }

/** SQL of a call, its arguments as parameters of the types the function declares. */
export function callSql(
  called: DatabaseFunction,
  args: CallArguments,
  parameters: Parameters,
): CallSql {
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
  // Of a list only the first object holds arguments.
  const from = isArray
    ? `(select * from json_to_recordset(${place}) as rows_(${list}) limit 1) as given`
    : `json_to_record(${place}) as given(${list})`
  return { from, call: `${name}(${values.join(', ')})` }
}
