import { quoteIdentifier } from '#backend/platform/sql-text.ts'
import { ApiError } from '../respond/errors.ts'
import type { Schema } from '../schema/schema.ts'

export type Statement = { text: string; values: (string | null)[] }

export class Parameters {
  readonly values: (string | null)[] = []

  /** Adds a parameter value and returns its placeholder, such as `$1`. */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * Quotes an SQL identifier. Throws ApiError PGRST100 if the identifier contains a null character.
 */
export function identifier(name: string): string {
  if (name.includes('\0')) {
    throw new ApiError(400, 'PGRST100', 'A name must not contain a null character')
  }
  return quoteIdentifier(name)
}

export function qualifiedName(named: { schema: string; name: string }): string {
  return `${identifier(named.schema)}.${identifier(named.name)}`
}

/** Quotes a key or name as an SQL literal. Pass other values as parameters instead. */
export function literal(text: string): string {
  if (text.includes('\0')) {
    throw new ApiError(400, 'PGRST100', 'A key must not contain a null character')
  }
  const quoted = `'${text.replace(/'/g, "''")}'`
  return text.includes('\\') ? `E${quoted.replace(/\\/g, '\\\\')}` : quoted
}

/** SQL keywords for types and the corresponding names in pg_type. */
const typeKeywords = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['smallint', 'int2'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['decimal', 'numeric'],
  ['boolean', 'bool'],
  ['character varying', 'varchar'],
  ['timestamp with time zone', 'timestamptz'],
  ['timestamp without time zone', 'timestamp'],
  ['time with time zone', 'timetz'],
])

/**
 * Returns `cast(… as …)` with a quoted type. Replaces keywords such as `integer` with names in
 * pg_type such as `int4`, because PostgreSQL does not know the type "integer" in quotes.
 */
export function cast(expression: string, type: string): string {
  const known = typeKeywords.get(type.toLowerCase()) ?? type
  return `cast(${expression} as ${identifier(known)})`
}

export type PlanContext = {
  schema: Schema
  parameters: Parameters
  /** Maximum number of rows in each list, including embedded lists, or null for no limit. */
  maxRows: number | null
  aggregates: boolean
  /** Maximum size of the response body in bytes, or null for no limit. */
  maxBytes: number | null
  aliasCount: number
}
