import type { Payload } from '../request/parse-body.ts'
import type { Condition } from '../request/query.ts'
import { ApiError, unknownColumn } from '../respond/errors.ts'
import type { Column, Relation } from '../schema/schema.ts'
import { closestName } from './closest-name.ts'
import type { Source } from './source.ts'
import { identifier, literal, type Parameters, qualifiedName } from './sql.ts'
import { whereSql } from './where.ts'

export type Write =
  | {
      kind: 'insert'
      payload: Payload
      /** Whether a row that omits a column gets the column's default value instead of null. */
      defaults: boolean
      conflict: Conflict | null
      /** Filters in the URL of a PUT, which the row in the body must match, or null for POST. */
      only: readonly Condition[] | null
    }
  | { kind: 'update'; payload: Payload; defaults: boolean; where: readonly Condition[] }
  | { kind: 'delete'; where: readonly Condition[] }

/** How an upsert handles conflicts. Without conflict columns, it has no `on conflict` clause. */
type Conflict = { action: 'merge' | 'ignore'; columns: readonly string[] }

export function writeSql(
  target: WriteTarget,
  write: Write,
  returning: string,
  parameters: Parameters,
): string {
  if (write.kind === 'insert') return insertSql(target, write, returning, parameters)
  if (write.kind === 'update') return updateSql(target, write, returning, parameters)
  const filter = filterSql(target, write.where, parameters)
  return `delete from ${sql(target)}${filter} returning ${returning}`
}

function insertSql(
  target: WriteTarget,
  write: Write & { kind: 'insert' },
  returning: string,
  parameters: Parameters,
): string {
  const { relation } = target
  const { payload, conflict } = write
  const columns = payloadColumns(relation, payload)
  const names = columns.map(({ name }) => identifier(name))
  const into = `${sql(target)}${names.length > 0 ? ` (${names.join(', ')})` : ''}`
  const given = names.map((name) => `given.${name}`).join(', ')
  const rows = payloadSql(payload, columns, write.defaults, parameters)
  const where = [
    ...(write.only ? onlySql(target, write.only, payload.keys, parameters) : []),
    // Counts the inserted rows: adds one for each row in the body, subtracts one for each conflict.
    ...(conflict?.action === 'merge' ? [`${countInserted(1)} <> ''`] : []),
  ]
  const filter = where.length > 0 ? ` where ${where.join(' and ')}` : ''
  const insert = `insert into ${into} select ${given} from ${rows}${filter}`
  return `${insert}${conflictSql(relation, conflict, names)} returning ${returning}`
}

export const insertedSql = `nullif(current_setting('pgrst.inserted', true), '')`

function conflictSql(
  relation: Relation,
  conflict: Conflict | null,
  names: readonly string[],
): string {
  if (!conflict || conflict.columns.length === 0) return ''
  const keys = conflict.columns.map((name) => {
    if (!relation.columns.has(name)) {
      throw new ApiError(400, '42703', `column "${name}" does not exist`)
    }
    return identifier(name)
  })
  const on = ` on conflict (${keys.join(', ')})`
  if (conflict.action === 'ignore' || names.length === 0) return `${on} do nothing`
  const set = names.map((name) => `${name} = excluded.${name}`).join(', ')
  return `${on} do update set ${set} where ${countInserted(-1)} <> ''`
}

function countInserted(step: 1 | -1): string {
  return `set_config('pgrst.inserted', (coalesce(${insertedSql}::int, 0) + ${step})::text, true)`
}

/** Builds the conditions on the body of a PUT. Throws ApiError 42703 for an omitted column. */
function onlySql(
  target: WriteTarget,
  only: readonly Condition[],
  keys: readonly string[],
  parameters: Parameters,
): string[] {
  const columns = new Map([...target.columns].filter(([name]) => keys.includes(name)))
  for (const condition of only) {
    if (condition.kind === 'filter' && !columns.has(condition.field.name)) {
      throw unknownColumn('the body', condition.field.name)
    }
  }
  const source = { ...target, alias: 'given', columns, relation: null, computed: new Map() }
  return whereSql(only, source, parameters)
}

export type WriteTarget = Source & { relation: NonNullable<Source['relation']>; alias: 'target' }

/**
 * Builds the SQL of an update. An update without columns affects no row. Throws ApiError (PGRST204,
 * 42703) for an unknown column.
 */
function updateSql(
  target: WriteTarget,
  { payload, defaults, where }: Write & { kind: 'update' },
  returning: string,
  parameters: Parameters,
): string {
  const columns = payloadColumns(target.relation, payload)
  if (columns.length === 0) return nothingSql(target, returning)
  const rows = payloadSql(payload, columns, defaults, parameters)
  const set = columns.map(({ name }) => `${identifier(name)} = given.${identifier(name)}`)
  const filter = filterSql(target, where, parameters)
  return `update ${sql(target)} set ${set.join(', ')} from ${rows}${filter} returning ${returning}`
}

function nothingSql(target: WriteTarget, returning: string): string {
  return returning === '1'
    ? 'select 1 where false'
    : `select ${returning} from ${sql(target)} where false`
}

function filterSql(
  target: WriteTarget,
  where: readonly Condition[],
  parameters: Parameters,
): string {
  return where.length === 0 ? '' : ` where ${whereSql(where, target, parameters).join(' and ')}`
}

function sql({ relation }: WriteTarget): string {
  return `${qualifiedName(relation)} as target`
}

/** Returns the columns that a payload sets. Throws ApiError PGRST204 for an unknown column. */
function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return payload.keys.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    const closest = closestName(name, relation.columns.keys())
    const message = `Could not find the '${name}' column of '${relation.name}' in the schema cache`
    const hint = closest ? `Perhaps you meant the column '${closest}'.` : null
    throw new ApiError(400, 'PGRST204', message, { hint })
  })
}

/**
 * Returns SQL that reads the rows of the body under the alias `given`. If `defaults` is true, a row
 * that omits a column gets the column's default value.
 */
function payloadSql(
  payload: Payload,
  columns: readonly Column[],
  defaults: boolean,
  parameters: Parameters,
): string {
  if (columns.length === 0 && !payload.isArray) return '(values (1)) as given'
  const place = parameters.add(payload.json)
  if (columns.length === 0) return `json_array_elements(${place}::json) as given`
  const list = columns.map(({ name, baseType }) => `${identifier(name)} ${baseType}`).join(', ')
  const withDefault = columns.filter((column) => column.default !== null)
  if (!defaults || withDefault.length === 0) {
    const read = payload.isArray ? 'json_to_recordset' : 'json_to_record'
    return `${read}(${place}::json) as given(${list})`
  }
  const values = withDefault.map((column) => `${literal(column.name)}, ${column.default}`)
  const rows = payload.isArray ? `${place}::jsonb` : `jsonb_build_array(${place}::jsonb)`
  return `(select jsonb_agg(jsonb_build_object(${values.join(', ')}) || each) as rows
    from jsonb_array_elements(${rows}) as each) as filled,
    jsonb_to_recordset(filled.rows) as given(${list})`
}
