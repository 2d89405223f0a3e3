import type { Column } from '../schema/schema.ts'

type TypeDescription = {
  type?: 'string' | 'boolean' | 'integer' | 'number' | 'array'
  format: string
  maxLength?: number
  items?: { type?: TypeDescription['type'] }
}

/** OpenAPI 2.0 formats of integer types. All other formats are PostgreSQL type names. */
const integerFormats: Record<string, string> = {
  smallint: 'int32',
  integer: 'int32',
  bigint: 'int64',
}

const types: Record<string, TypeDescription['type']> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}

/** Types without a JSON equivalent are strings. The types json and jsonb accept any JSON value. */
export function describeType(type: string): TypeDescription {
  const format = type.replace(/\(\d+(,-?\d+)?\)/, '')
  const length = /^(?:character|bit)(?: varying)?\((\d+)\)/.exec(type)?.[1]
  const jsonType = jsonTypeOf(format)
  return {
    format: integerFormats[format] ?? format,
    ...(jsonType && { type: jsonType }),
    ...(jsonType === 'array' && { items: itemsOf(format) }),
    ...(length !== undefined && { maxLength: Number(length) }),
  }
}

/** Returns the default of a column if the default is a literal, otherwise undefined. */
export function describeDefault({ baseType: type, default: sql }: Column): unknown {
  if (sql === null) return undefined
  const { type: jsonType } = describeType(type)
  if (jsonType === 'string') return /^'((?:[^']|'')*)'::/.exec(sql)?.[1]?.replaceAll("''", "'")
  try {
    return JSON.parse(sql) as unknown
  } catch {
    return undefined
  }
}

function itemsOf(arrayType: string): { type?: TypeDescription['type'] } {
  const type = jsonTypeOf(arrayType.slice(0, -2))
  return type ? { type } : {}
}

function jsonTypeOf(format: string): TypeDescription['type'] {
  if (format === 'json' || format === 'jsonb') return undefined
  if (format.endsWith('[]')) return 'array'
  return types[format] ?? 'string'
}
