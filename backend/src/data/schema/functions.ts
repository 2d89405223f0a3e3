import type { LoadedRelations } from './relationships.ts'
import {
  type Column,
  type ComputedRelationship,
  type DatabaseFunction,
  type FunctionParameter,
  type FunctionResult,
  plainColumn,
  type Relation,
  type Setting,
} from './schema.ts'

export type FunctionRow = {
  schema: string
  name: string
  names: string[] | null
  /** Argument modes as in pg_proc.proargmodes, or null if all arguments are input arguments. */
  modes: ('i' | 'o' | 'b' | 'v' | 't')[] | null
  types: string[] | null
  input_count: number
  default_count: number
  is_variadic: boolean
  is_set: boolean
  is_volatile: boolean
  gives_one_row: boolean
  settings: string[] | null
  result_type: string
  /**
   * pg_type.typtype of the result, or of a domain's base type: b base, c composite, e enum,
   * m multirange, p pseudo, r range.
   */
  result_kind: string
  result_relation: string
  argument_relation: string | null
}

/**
 * Without a length, these types hold one bit or character, but function parameters accept any
 * length.
 */
const anyLength = new Map([
  ['bit', 'bit varying'],
  ['bit[]', 'bit varying[]'],
  ['character', 'character varying'],
  ['character[]', 'character varying[]'],
])

/** Types of a single unnamed parameter that can receive the request body. */
const bodyTypes = new Set(['bytea', 'json', 'jsonb', 'text', 'xml'])

/**
 * Whether /rpc can call a function: all parameters have names, or the only parameter receives the
 * request body.
 */
export function isCallable({ parameters }: DatabaseFunction): boolean {
  const unnamed = parameters.filter(({ name }) => name === '')
  if (unnamed.length === 0) return true
  return parameters.length === 1 && bodyTypes.has(parameters[0]?.type ?? '')
}

/** Function settings that PostgreSQL applies only if they are set before the call. */
const hoisted = new Set(['statement_timeout', 'plan_filter.statement_cost_limit'])

export function toSettings(entries: readonly string[]): Setting[] {
  return entries.map((entry) => {
    const at = entry.indexOf('=')
    return [entry.slice(0, at), entry.slice(at + 1)]
  })
}

export function toFunction(row: FunctionRow, loaded: LoadedRelations): DatabaseFunction {
  const all = (row.types ?? []).map((type, index) => ({
    name: row.names?.[index] ?? '',
    mode: row.modes?.[index] ?? 'i',
    type,
  }))
  const inputs = all.filter(({ mode }) => mode !== 'o' && mode !== 't')
  const outputs = all.filter(({ mode }) => mode === 'o' || mode === 't' || mode === 'b')
  const parameters = inputs.map(({ name, mode, type }, index): FunctionParameter => ({
    name,
    type: anyLength.get(type) ?? type,
    isRequired: index < row.input_count - row.default_count,
    isVariadic: mode === 'v',
  }))
  return {
    schema: row.schema,
    name: row.name,
    parameters,
    result: toResult(row, outputs, loaded),
    isVolatile: row.is_volatile,
    givesOneRow: row.gives_one_row,
    settings: toSettings(row.settings ?? []).filter(([name]) => hoisted.has(name)),
  }
}

function toResult(
  row: FunctionRow,
  outputs: { name: string; type: string }[],
  loaded: LoadedRelations,
): FunctionResult {
  if (row.result_type === 'void') return { kind: 'void' }
  if (row.result_kind === 'c') {
    const found = loaded.get(row.result_relation)?.relation
    const relation = found && found.kind !== 'type' ? found : null
    const columns = found?.columns ?? new Map<string, Column>()
    return { kind: 'rows', relation, columns, isSet: row.is_set }
  }
  if (outputs.length === 0) {
    return { kind: 'scalar', type: row.result_type, isSet: row.is_set }
  }
  const columns = new Map(outputs.map(({ name, type }) => [name, plainColumn(name, type)]))
  return { kind: 'rows', relation: null, columns, isSet: row.is_set }
}

/** Returns the computed relationship that a function defines, or null if it does not define one. */
export function toComputedRelationship(
  from: Relation,
  { schema, name, result, givesOneRow }: DatabaseFunction,
): ComputedRelationship | null {
  if (result.kind !== 'rows' || !result.relation) return null
  const isToOne = !result.isSet || givesOneRow
  return { kind: 'computed', schema, name, from, to: result.relation, isToOne }
}
