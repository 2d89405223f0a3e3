import type { Condition } from '../request/query.ts'
import { payloadColumns, payloadSql } from './payload-sql.ts'
import type { Source } from './source.ts'
import { identifier, qualifiedName, type Parameters } from './sql.ts'
import { whereSql } from './where.ts'
import type { Write } from './write.ts'

/** The relation a write changes, under the alias its SQL has. */
export type WriteTarget = Source & { relation: NonNullable<Source['relation']>; alias: 'target' }

/** SQL of an update. One that sets nothing touches no row. Throws ApiError. */
export function updateSql(
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

/** SQL of a delete. Throws ApiError. */
export function deleteSql(
  target: WriteTarget,
  { where }: Write & { kind: 'delete' },
  returning: string,
  parameters: Parameters,
): string {
  return `delete from ${sql(target)}${filterSql(target, where, parameters)} returning ${returning}`
}

/** A write that touches no row, with the columns of one that does. */
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
