import type { Representation } from '../request/parse-accept.ts'
import type { Payload } from '../request/parse-body.ts'
import type { Condition, Read } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import type { Column, Relation } from '../schema/schema.ts'
import { answerSql, bodySql, guardSql } from './answer.ts'
import { closestName } from './closest-name.ts'
import { levelSql, planLevel, relationSource, type PlanContext } from './read-level.ts'
import { returningColumns } from './returning.ts'
import { identifier, qualifiedName, type Parameters, type Statement } from './sql.ts'
import { whereSql } from './where.ts'

export type Write =
  | { kind: 'insert'; payload: Payload; defaults: boolean; conflict: Conflict | null }
  | { kind: 'update'; payload: Payload; where: readonly Condition[] }
  | { kind: 'delete'; where: readonly Condition[] }

type Conflict = { action: 'merge' | 'ignore'; columns: readonly string[] }

export type WriteOptions = {
  representation: Representation
  return: 'minimal' | 'representation' | 'headers-only'
  maxAffected: number | null
}

/** One statement that writes and, if asked, reads back what it wrote. Throws ApiError. */
export function planWrite(
  context: PlanContext,
  relation: Relation,
  write: Write,
  read: Read,
  options: WriteOptions,
): Statement {
  const { parameters } = context
  const isRepresented = options.return === 'representation'
  const withLocation = options.return === 'headers-only' && write.kind === 'insert'
  const returned = { ...relationSource(context, relation), isReturned: true }
  const returning = isRepresented
    ? returningColumns(context.schema, relation, read)
    : withLocation && relation.primaryKey.length > 0
      ? relation.primaryKey.map((name) => `target.${identifier(name)}`).join(', ')
      : '1'
  const writing = writeSql(relation, write, returning, parameters)

  const isSingle = isRepresented && options.representation.kind === 'object'
  const guard = isSingle
    ? guardSql({ kind: 'single' }, parameters)
    : options.maxAffected === null
      ? 'count(*)'
      : guardSql({ kind: 'at most', rows: options.maxAffected }, parameters)
  const columns = {
    rows: guard,
    ...(write.kind === 'insert' &&
      write.conflict?.action === 'merge' && {
        inserted: `nullif(current_setting('pgrst.inserted', true), '')`,
      }),
  }
  if (!isRepresented) {
    const location =
      withLocation && relation.primaryKey.length > 0
        ? { location: `case when count(*) = 1 then (json_agg(row_)->0)::text end` }
        : {}
    const text = `with written as (${writing}) ${answerSql({ ...columns, ...location }, 'written as row_')}`
    return { text, values: parameters.values }
  }
  // What was written is read back as a whole: filters were applied before, limits do not apply.
  const back = { ...read, where: [], limit: null, offset: 0 }
  const level = planLevel(context, back, returned, `written as ${returned.alias}`)
  const rows = levelSql({ ...level, limit: null }, parameters)
  const body = { body: bodySql(options.representation) }
  const text = `with written as (${writing}) ${answerSql({ ...columns, ...body }, `(${rows}) as row_`)}`
  return { text, values: parameters.values }
}

function writeSql(
  relation: Relation,
  write: Write,
  returning: string,
  parameters: Parameters,
): string {
  const target = `${qualifiedName(relation)} as target`
  if (write.kind === 'insert') return insertSql(relation, write, returning, parameters)
  if (write.kind === 'delete') {
    const where = filterSql(relation, write.where, parameters)
    return `delete from ${target}${where} returning ${returning}`
  }
  const columns = payloadColumns(relation, write.payload)
  if (columns.length === 0 || write.payload.rowCount === 0) return nothingSql(target, returning)
  const rows = payloadSql(write.payload, columns, parameters)
  const set = columns.map(({ name }) => `${identifier(name)} = given.${identifier(name)}`)
  const where = filterSql(relation, write.where, parameters)
  return `update ${target} set ${set.join(', ')} from ${rows}${where} returning ${returning}`
}

/** A write that touches no row, with the columns of one that does. */
function nothingSql(target: string, returning: string): string {
  return returning === '1'
    ? 'select 1 where false'
    : `select ${returning} from ${target} where false`
}

function filterSql(
  relation: Relation,
  where: readonly Condition[],
  parameters: Parameters,
): string {
  if (where.length === 0) return ''
  const { name, columns } = relation
  const computed = new Map<string, never>()
  const source = { name, alias: 'target', columns, relation, computed, isReturned: false }
  return ` where ${whereSql(where, source, parameters).join(' and ')}`
}

function insertSql(
  relation: Relation,
  { payload, defaults, conflict }: Write & { kind: 'insert' },
  returning: string,
  parameters: Parameters,
): string {
  const target = `${qualifiedName(relation)} as target`
  if (payload.rowCount === 0) return nothingSql(target, returning)
  const columns = payloadColumns(relation, payload)
  if (columns.length === 0) return `insert into ${target} default values returning ${returning}`
  const names = columns.map(({ name }) => identifier(name))
  const rows = payloadSql(payload, columns, parameters, defaults)
  const given = names.map((name) => `given.${name}`).join(', ')
  const insert = `insert into ${target} (${names.join(', ')}) select ${given} from ${rows}`
  const keys = (conflict?.columns ?? []).map((name) => identifier(knownColumn(relation, name).name))
  if (!conflict || keys.length === 0) return `${insert} returning ${returning}`
  const on = `on conflict (${keys.join(', ')})`
  if (conflict.action === 'ignore') return `${insert} ${on} do nothing returning ${returning}`
  // Every row given counts one up, every row that met another counts one down again.
  const set = names.map((name) => `${name} = excluded.${name}`).join(', ')
  const update = `do update set ${set} where ${countInserted(-1)} <> ''`
  return `${insert} where ${countInserted(1)} <> '' ${on} ${update} returning ${returning}`
}

function countInserted(step: 1 | -1): string {
  const before = `coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0)`
  return `set_config('pgrst.inserted', (${before} + ${step})::text, true)`
}

/** The payload as rows called `given`, typed like the columns they go to. */
function payloadSql(
  payload: Payload,
  columns: readonly Column[],
  parameters: Parameters,
  defaults = false,
): string {
  const place = parameters.add(payload.json)
  const list = columns.map(({ name, baseType }) => `${identifier(name)} ${baseType}`).join(', ')
  const withDefault = columns.filter((column) => column.default !== null)
  if (!defaults || withDefault.length === 0) {
    const read = payload.isArray ? 'json_to_recordset' : 'json_to_record'
    return `${read}(${place}::json) as given(${list})`
  }
  const values = withDefault.map(
    (column) => `'${column.name.replace(/'/g, "''")}', ${column.default}`,
  )
  const given = payload.isArray ? `${place}::jsonb` : `jsonb_build_array(${place}::jsonb)`
  return `(select jsonb_agg(jsonb_build_object(${values.join(', ')}) || each) as rows
    from jsonb_array_elements(${given}) as each) as filled,
    jsonb_to_recordset(filled.rows) as given(${list})`
}

function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return payload.keys.map((name) => knownColumn(relation, name))
}

function knownColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (column) return column
  const closest = closestName(name, relation.columns.keys())
  throw new ApiError(
    400,
    'PGRST204',
    `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
    { hint: closest ? `Perhaps you meant the column '${closest}'.` : null },
  )
}
