import { quoteIdentifier } from '#backend/platform/sql-text.ts'
import { ApiError } from '../respond/errors.ts'
import type { Schema } from '../schema/schema.ts'

/** One statement: text with `$1…`, and the values for them. */
export type Statement = { text: string; values: (string | null)[] }

/** The values of a statement in the making. */
export class Parameters {
  readonly values: (string | null)[] = []

  /** Keeps a value and gives its place, `$n`; PostgreSQL infers the type. */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Quotes an identifier. Throws ApiError PGRST100 for one that PostgreSQL cannot hold. */
export function identifier(name: string): string {
  if (name.includes('\0')) {
    throw new ApiError(400, 'PGRST100', 'A name must not contain a null character')
  }
  return quoteIdentifier(name)
}

export function qualifiedName(named: { schema: string; name: string }): string {
  return `${identifier(named.schema)}.${identifier(named.name)}`
}

/** Text as an SQL literal; for keys and names, never for values of a request. */
export function literal(text: string): string {
  if (text.includes('\0')) {
    throw new ApiError(400, 'PGRST100', 'A key must not contain a null character')
  }
  const quoted = `'${text.replace(/'/g, "''")}'`
  return text.includes('\\') ? `E${quoted.replace(/\\/g, '\\\\')}` : quoted
}

/** Names of types that are grammar rather than entries of the catalogue. */
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

/** `cast(… as …)`; the type is an identifier that PostgreSQL looks up, or a well-known keyword. */
export function cast(expression: string, type: string): string {
  const known = typeKeywords.get(type.toLowerCase()) ?? type
  return `cast(${expression} as ${identifier(known)})`
}

/** What one statement is planned in. */
export type PlanContext = {
  schema: Schema
  parameters: Parameters
  /** Most rows a list holds, embedded lists included; null for no limit. */
  maxRows: number | null
  /** Whether aggregates may be selected. */
  aggregates: boolean
  /** Numbers the aliases of the statement. */
  aliasCount: number
}
