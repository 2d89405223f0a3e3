import type { LoadedRelations } from './loaded-relations.ts'
import type { Column, DatabaseFunction, FunctionParameter, FunctionResult } from './schema.ts'

export type FunctionRow = {
  schema: string
  name: string
  names: string[] | null
  /** i in, o out, b in and out, v variadic, t column of the result table; null: all in. */
  modes: ('i' | 'o' | 'b' | 'v' | 't')[] | null
  types: string[] | null
  input_count: number
  default_count: number
  is_variadic: boolean
  is_set: boolean
  is_volatile: boolean
  gives_one_row: boolean
  result_type: string
  /** typtype: b base, c composite, d domain, e enum, p pseudo, r range. */
  result_kind: string
  result_relation: string
  argument_relation: string | null
}

/** A function of the catalogue as the data API calls it. */
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
    type,
    isRequired: index < row.input_count - row.default_count && mode !== 'v',
    isVariadic: mode === 'v',
  }))
  return {
    schema: row.schema,
    name: row.name,
    parameters,
    result: toResult(row, outputs, loaded),
    isVolatile: row.is_volatile,
    givesOneRow: row.gives_one_row,
  }
}

function toResult(
  row: FunctionRow,
  outputs: { name: string; type: string }[],
  loaded: LoadedRelations,
): FunctionResult {
  if (row.result_type === 'void') return { kind: 'void' }
  if (row.result_kind === 'c') {
    const relation = loaded.get(row.result_relation)?.relation ?? null
    const columns = relation?.columns ?? new Map<string, Column>()
    return { kind: 'rows', relation, columns, isSet: row.is_set }
  }
  const isTable = row.result_type === 'record' || outputs.length > 1
  if (!isTable && !(row.is_set && outputs.length === 1 && row.modes?.includes('t'))) {
    return { kind: 'scalar', type: row.result_type, isSet: row.is_set }
  }
  const columns = new Map(outputs.map(({ name, type }) => [name, outputColumn(name, type)]))
  return { kind: 'rows', relation: null, columns, isSet: row.is_set }
}

function outputColumn(name: string, type: string): Column {
  return {
    name,
    type,
    baseType: type,
    isNullable: true,
    default: null,
    isGenerated: false,
    isIdentity: false,
    enumValues: null,
    comment: null,
  }
}
