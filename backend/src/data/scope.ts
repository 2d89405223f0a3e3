import type { Caller } from '#backend/platform/caller.ts'
import type { Database, RequestSettings, BatchOptions } from '#backend/platform/database.ts'
import type { WireRow } from '#backend/platform/wire/connection.ts'
import { readAnswer, type Answer } from './plan/answer.ts'
import { closestName } from './plan/closest-name.ts'
import { brokenGuard } from './plan/guards.ts'
import type { PlanContext } from './plan/plan-context.ts'
import { Parameters, type Statement } from './plan/sql.ts'
import {
  fromDatabaseError,
  isDatabaseError,
  type DatabaseError,
} from './respond/database-errors.ts'
import { ApiError } from './respond/errors.ts'
import { notSingle } from './respond/respond.ts'
import type { RestSettings } from './rest-settings.ts'
import { qualified, type Relation, type Schema, type Setting } from './schema/schema.ts'
import { surroundings } from './surroundings.ts'

/** What one request runs in: the schema it is planned against and the caller it runs as. */
export type Scope = {
  schema: Schema
  maxRows: number
  /** Whether aggregates may be selected. */
  aggregates: boolean
  /** Whether a request may ask for its plan. */
  plan: boolean
  /** Runs the one statement of a request. Throws ApiError. */
  run(statement: Statement, options?: RunOptions): Promise<Answer>
  /** Runs several in one transaction and gives the first row of each. Throws ApiError. */
  runAll(statements: readonly Statement[], options?: RunOptions): Promise<WireRow[]>
  /** Runs one and gives every row. Throws ApiError. */
  runRows(statement: Statement, options?: RunOptions): Promise<WireRow[]>
}

type RunOptions = BatchOptions & {
  /** What the statement itself brings along, such as the settings of a function. */
  settings?: readonly Setting[]
}

/** What a request asks of its transaction. */
export type Frame = {
  facts: RequestSettings
  settings: readonly Setting[]
  isRolledBack: boolean
}

/** The scope of one request. */
export function createScope(
  database: Database,
  schema: Schema,
  caller: Caller,
  settings: RestSettings,
  frame: Frame,
): Scope {
  const runEvery = async (
    statements: readonly Statement[],
    { settings: own = [], ...options }: RunOptions = {},
  ) => {
    const { before, after } = surroundings({
      settings: [...frame.settings, ...own],
      preRequest: settings.preRequest,
      isRolledBack: frame.isRolledBack,
    })
    try {
      const all = [...before, ...statements, ...after]
      const results = await database.batchAsCaller(caller, all, {
        request: frame.facts,
        ...options,
      })
      return results.slice(before.length, before.length + statements.length)
    } catch (error) {
      throw isDatabaseError(error) ? toApiError(error, caller) : error
    }
  }
  const runAll: Scope['runAll'] = async (statements, options) =>
    (await runEvery(statements, options)).map(([row]) => row ?? [])
  const runRows: Scope['runRows'] = async (statement, options) =>
    (await runEvery([statement], options))[0] ?? []
  const run: Scope['run'] = async (statement, options) => {
    const [row] = await runAll([statement], options)
    return readAnswer(row ?? [])
  }
  const { maxRows, aggregates, plan } = settings
  return { schema, maxRows, aggregates, plan, run, runAll, runRows }
}

function toApiError(error: DatabaseError, caller: Caller): ApiError {
  const broken = brokenGuard(error.message)
  if (broken?.kind === 'single') return notSingle(broken.rows)
  if (broken?.kind === 'put') return putMismatch()
  if (broken) return tooManyAffected(broken.rows)
  return fromDatabaseError(error, caller.role === 'anon')
}

/** What one statement is planned in; without a word about aggregates they are refused. */
export function newPlan({
  schema,
  maxRows,
  aggregates = false,
}: Pick<Scope, 'schema' | 'maxRows'> & Partial<Pick<Scope, 'aggregates'>>): PlanContext {
  return { schema, maxRows, aggregates, parameters: new Parameters(), aliasCount: 0 }
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

function putMismatch(): ApiError {
  return new ApiError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

function tooManyAffected(rows: number): ApiError {
  return new ApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}
