import type { Representation } from '../request/parse-accept.ts'
import type { Read } from '../request/query.ts'
import type { Relation } from '../schema/schema.ts'
import { answerSql, bodySql } from './answer.ts'
import { deleteSql, updateSql, type WriteTarget } from './change-sql.ts'
import { guardSql, type Guard } from './guards.ts'
import { insertedSql, insertSql } from './insert-sql.ts'
import { levelSql } from './level.ts'
import type { PlanContext } from './plan-context.ts'
import { planLevel } from './read-level.ts'
import { returningColumns } from './returning.ts'
import { relationSource } from './source.ts'
import { identifier, type Parameters, type Statement } from './sql.ts'
import type { Write } from './write.ts'

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
  // Whoever puts a row knows where it is.
  const withLocation =
    options.return === 'headers-only' &&
    write.kind === 'insert' &&
    write.only === null &&
    relation.primaryKey.length > 0
  const returning = isRepresented
    ? returningColumns(context.schema, relation, read)
    : withLocation
      ? relation.primaryKey.map((name) => `target.${identifier(name)}`).join(', ')
      : '1'
  // The level is planned first: what it cannot read back is refused in the words of a read.
  const source = { ...relationSource(context, relation), isReturned: true }
  const target: WriteTarget = { ...source, relation, alias: 'target', isReturned: false }
  const writing = writeSql(target, write, returning, parameters)
  const guard = guardOf(write, options)
  const columns = {
    rows: guard ? guardSql(guard, parameters) : 'count(*)',
    ...(write.kind === 'insert' && write.conflict?.action === 'merge' && { inserted: insertedSql }),
  }
  if (!isRepresented) {
    const location = withLocation ? { location: locationSql } : {}
    return statement(answerSql({ ...columns, ...location }, 'written as row_'))
  }
  // What was written is read back as a whole: filters were applied before, limits do not apply.
  const back = { ...read, where: [], limit: null, offset: 0 }
  const level = planLevel(context, back, source, `written as ${source.alias}`)
  const rows = levelSql({ ...level, limit: null }, parameters)
  const body = { body: bodySql(options.representation) }
  return statement(answerSql({ ...columns, ...body }, `(${rows}) as row_`))

  function statement(answer: string): Statement {
    return { text: `with written as (${writing}) ${answer}`, values: parameters.values }
  }
}

/** The key of the one row inserted, its values as texts. */
const locationSql = `case when count(*) = 1 then (
  select json_object_agg(key, value) from json_each_text(json_agg(row_)->0))::text end`

/** What has to hold of the rows written; each kind of write has the one that PostgREST asks for. */
function guardOf(write: Write, options: WriteOptions): Guard | null {
  if (write.kind === 'insert' && write.only) return { kind: 'put' }
  if (options.representation.kind === 'object') return { kind: 'single' }
  if (write.kind === 'insert' || options.maxAffected === null) return null
  return { kind: 'at most', rows: options.maxAffected }
}

function writeSql(
  target: WriteTarget,
  write: Write,
  returning: string,
  parameters: Parameters,
): string {
  switch (write.kind) {
    case 'insert':
      return insertSql(target.relation, write, returning, parameters)
    case 'update':
      return updateSql(target, write, returning, parameters)
    case 'delete':
      return deleteSql(target, write, returning, parameters)
  }
}
