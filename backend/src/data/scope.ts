import type { Caller } from '#backend/platform/caller.ts'
import type { Database, RequestFacts, TextQueryOptions } from '#backend/platform/database.ts'
import type { WireRow } from '#backend/platform/wire/connection.ts'
import { brokenGuard, readAnswer, type Answer } from './plan/answer.ts'
import { closestName } from './plan/closest-name.ts'
import type { PlanContext } from './plan/read-level.ts'
import { Parameters, type Statement } from './plan/sql.ts'
import {
  fromDatabaseError,
  isDatabaseError,
  type DatabaseError,
} from './respond/database-errors.ts'
import { ApiError } from './respond/errors.ts'
import { notSingle } from './respond/respond.ts'
import { qualified, type Relation, type Schema } from './schema/schema.ts'

/** What one request runs in: the schema it is planned against and the caller it runs as. */
export type Scope = {
  schema: Schema
  maxRows: number
  /** Runs the one statement of a request. Throws ApiError. */
  run(statement: Statement, options?: TextQueryOptions): Promise<Answer>
  /** Runs several in one transaction and gives the first row of each. Throws ApiError. */
  runAll(statements: readonly Statement[], options?: TextQueryOptions): Promise<WireRow[]>
}

/** The scope of one request. */
export function createScope(
  database: Database,
  schema: Schema,
  caller: Caller,
  maxRows: number,
  request: RequestFacts,
): Scope {
  const runAll: Scope['runAll'] = async (statements, options) => {
    try {
      const results = await database.queryTexts(caller, statements, { request, ...options })
      return results.map(([row]) => row ?? [])
    } catch (error) {
      throw isDatabaseError(error) ? toApiError(error, caller) : error
    }
  }
  const run: Scope['run'] = async (statement, options) => {
    const [row] = await runAll([statement], options)
    return readAnswer(row ?? [])
  }
  return { schema, maxRows, run, runAll }
}

function toApiError(error: DatabaseError, caller: Caller): ApiError {
  const broken = brokenGuard(error.message)
  if (broken?.kind === 'single') return notSingle(broken.rows)
  if (broken) return tooManyAffected(broken.rows)
  return fromDatabaseError(error, caller.role === 'anon')
}

export function newPlan({ schema, maxRows }: Pick<Scope, 'schema' | 'maxRows'>): PlanContext {
  return { schema, maxRows, parameters: new Parameters(), aliasCount: 0 }
}

/** The relation a request names. Throws ApiError PGRST205. */
export function findRelation(schema: Schema, wanted: { schema: string; name: string }): Relation {
  const relation = schema.relations.get(qualified(wanted.schema, wanted.name))
  if (relation) return relation
  const names = [...schema.relations.values()]
    .filter((each) => each.schema === wanted.schema)
    .map((each) => each.name)
  const closest = closestName(wanted.name, names)
  throw new ApiError(
    404,
    'PGRST205',
    `Could not find the table '${wanted.schema}.${wanted.name}' in the schema cache`,
    { hint: closest ? `Perhaps you meant the table '${wanted.schema}.${closest}'` : null },
  )
}

function tooManyAffected(rows: number): ApiError {
  return new ApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}
