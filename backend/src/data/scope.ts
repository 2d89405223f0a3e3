import type { Caller } from '#backend/platform/caller.ts'
import type { Database, QueryOptions } from '#backend/platform/database.ts'
import type { Answer } from './plan/answer.ts'
import { brokenGuard } from './plan/answer.ts'
import { closestName } from './plan/closest-name.ts'
import type { PlanContext } from './plan/read-level.ts'
import { Parameters, type Statement } from './plan/sql.ts'
import { fromDatabaseError, isDatabaseError } from './respond/database-errors.ts'
import { ApiError } from './respond/errors.ts'
import { notSingle } from './respond/respond.ts'
import { qualified, type Relation, type Schema } from './schema/schema.ts'

/** What one request runs in: the schema it is planned against and the caller it runs as. */
export type Scope = {
  schema: Schema
  maxRows: number
  /** Runs the one statement of a request. Throws ApiError. */
  run(statement: Statement, options?: QueryOptions): Promise<Answer>
  /** Runs several in one transaction and gives the first row of each. Throws ApiError. */
  runAll(
    statements: readonly Statement[],
    options?: QueryOptions,
  ): Promise<Record<string, string | null>[]>
}

export function createScope(
  database: Database,
  schema: Schema,
  caller: Caller,
  maxRows: number,
  common: QueryOptions,
): Scope {
  const fail = (error: unknown): never => {
    if (!isDatabaseError(error)) throw error
    const broken = brokenGuard(error.message)
    if (broken?.kind === 'single') throw notSingle(broken.rows)
    if (broken) throw tooManyAffected(broken.rows)
    throw fromDatabaseError(error, caller.role === 'anon')
  }
  const runAll: Scope['runAll'] = async (statements, options) => {
    const results = await database
      .queryTexts(caller, statements, { ...common, ...options })
      .catch(fail)
    return results.map(([row]) => row ?? {})
  }
  const run: Scope['run'] = async (statement, options) => {
    const [row] = await runAll([statement], options)
    return row as Answer
  }
  return { schema, maxRows, run, runAll }
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
