import type { Field } from '../request/query.ts'
import { unknownColumn } from '../respond/errors.ts'
import type { Column, DatabaseFunction, Relation } from '../schema/schema.ts'
import { identifier, literal, type PlanContext, qualifiedName } from './sql.ts'

/** The rows from which a query level (the main relation or an embed) selects. */
export type Source = {
  name: string
  alias: string
  columns: ReadonlyMap<string, Column>
  /** Relation to which the rows belong, for finding relationships, or null if there is none. */
  relation: Relation | null
  computed: ReadonlyMap<string, DatabaseFunction>
  /** Whether a write returned the rows, which then already contain computed columns. */
  isReturned: boolean
}

export function relationSource(context: PlanContext, relation: Relation): Source {
  return {
    name: relation.name,
    alias: `t${++context.aliasCount}`,
    columns: relation.columns,
    relation,
    computed: context.schema.computedColumns.get(relation) ?? new Map(),
    isReturned: false,
  }
}

/**
 * Returns the SQL of a column or of a JSON path in it. Throws ApiError 42703 if the column is
 * unknown.
 */
export function fieldSql(source: Source, field: Field): string {
  const isColumn = source.columns.has(field.name)
  const base = isColumn ? columnSql(source, field.name) : computedSql(source, field.name)
  if (field.path.length === 0) return base
  const type = fieldType(source, { ...field, path: [] })
  const isJson = type === 'json' || type === 'jsonb'
  return field.path.reduce(
    (sql, step) =>
      `${sql}${step.asText ? '->>' : '->'}${typeof step.key === 'number' ? step.key : literal(step.key)}`,
    isJson ? base : `to_jsonb(${base})`,
  )
}

export function hasField(source: Source, name: string): boolean {
  return source.columns.has(name) || source.computed.has(name)
}

export function columnSql(source: Source, name: string): string {
  return `${source.alias}.${identifier(name)}`
}

function computedSql(source: Source, name: string): string {
  const computed = source.computed.get(name)
  if (!computed) throw unknownColumn(source.name, name)
  if (source.isReturned) return columnSql(source, name)
  return `${qualifiedName(computed)}(${source.alias})`
}

/** Base type of a field, or null if only PostgreSQL can infer the type. */
export function fieldType(source: Source, field: Field): string | null {
  if (field.path.length > 0) return field.path.at(-1)?.asText ? 'text' : 'jsonb'
  const column = source.columns.get(field.name)
  if (column) return column.baseType
  const computed = source.computed.get(field.name)?.result
  return computed?.kind === 'scalar' ? computed.type : null
}
