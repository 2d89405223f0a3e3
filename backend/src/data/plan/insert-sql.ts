import { ApiError, unknownColumn } from '../respond/errors.ts'
import type { Relation } from '../schema/schema.ts'
import { payloadColumns, payloadSql } from './payload-sql.ts'
import type { Source } from './source.ts'
import { identifier, qualifiedName, type Parameters } from './sql.ts'
import { whereSql } from './where.ts'
import type { Write } from './write.ts'

/** SQL of an insert. Throws ApiError for columns that are not there. */
export function insertSql(
  relation: Relation,
  write: Write & { kind: 'insert' },
  returning: string,
  parameters: Parameters,
): string {
  const { payload, conflict } = write
  const columns = payloadColumns(relation, payload)
  const names = columns.map(({ name }) => identifier(name))
  const into = `${qualifiedName(relation)} as target${names.length > 0 ? ` (${names.join(', ')})` : ''}`
  const given = names.map((name) => `given.${name}`).join(', ')
  const rows = payloadSql(payload, columns, write.defaults, parameters)
  const where = [
    ...(write.only ? onlySql(relation, write.only, payload.keys, parameters) : []),
    // Every row given counts one up, every row that met another counts one down again.
    ...(conflict?.action === 'merge' ? [`${countInserted(1)} <> ''`] : []),
  ]
  const filter = where.length > 0 ? ` where ${where.join(' and ')}` : ''
  const insert = `insert into ${into} select ${given} from ${rows}${filter}`
  return `${insert}${conflictSql(relation, conflict, names)} returning ${returning}`
}

/** SQL that keeps what a merge leaves behind: how many of its rows were new. */
export const insertedSql = `nullif(current_setting('pgrst.inserted', true), '')`

function conflictSql(
  relation: Relation,
  conflict: (Write & { kind: 'insert' })['conflict'],
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

/** Conditions on the rows of the body itself; a column they lack is unknown there. */
function onlySql(
  relation: Relation,
  only: NonNullable<(Write & { kind: 'insert' })['only']>,
  keys: readonly string[],
  parameters: Parameters,
): string[] {
  const columns = new Map([...relation.columns].filter(([name]) => keys.includes(name)))
  for (const condition of only) {
    if (condition.kind === 'filter' && !columns.has(condition.field.name)) {
      throw unknownColumn('the body', condition.field.name)
    }
  }
  const { name } = relation
  const source: Source = {
    name,
    alias: 'given',
    columns,
    relation: null,
    computed: new Map(),
    isReturned: false,
  }
  return whereSql(only, source, parameters)
}
