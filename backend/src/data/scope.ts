import type { Caller } from '#backend/platform/caller.ts'
import type { BatchOptions, Database } from '#backend/platform/database.ts'
import type { WireRow } from '#backend/platform/wire/connection.ts'
import type { Budget } from './budgets.ts'
import { type Answer, readAnswer } from './plan/answer.ts'
import { closestName } from './plan/closest-name.ts'
import { brokenGuard } from './plan/guards.ts'
import { Parameters, type PlanContext, type Statement } from './plan/sql.ts'
import {
  type DatabaseError,
  fromDatabaseError,
  isDatabaseError,
} from './respond/database-errors.ts'
import { ApiError, responseTooLarge } from './respond/errors.ts'
import { notSingle } from './respond/respond.ts'
import type { Loaded } from './schema/schema-cache.ts'
import { qualified, type Relation, type Schema, type Setting } from './schema/schema.ts'
import {
  rollbackStatements,
  transactionPrologue,
  type RequestTransaction,
} from './transaction-prologue.ts'

/** Context of a request. All statements run as the same caller with the same schema version. */
export type Scope = {
  schema: Schema
  maxRows: number
  aggregates: boolean
  plan: boolean
  maxBytes: number | null
  /** Runs statements in one transaction and returns the rows of each statement. Throws ApiError. */
  run(statements: readonly Statement[], options?: RunOptions): Promise<WireRow[][]>
}

type RunOptions = Omit<BatchOptions, 'pool'> & {
  settings?: readonly Setting[]
}

export function createScope(
  database: Pick<Database, 'batchAsCaller'>,
  { schema, settings: { maxRows, aggregates, plan, preRequest } }: Loaded,
  caller: Caller,
  transaction: RequestTransaction,
  budget: Budget,
): Scope {
  const { settings, request, isRolledBack } = transaction
  const { pool, maxBytes } = budget
  const run: Scope['run'] = (statements, { settings: ofFunction = [], ...options } = {}) => {
    const prologue = transactionPrologue([...settings, ...ofFunction], preRequest)
    const all = [...prologue, ...statements, ...(isRolledBack ? rollbackStatements : [])]
    return budget.limited(async () => {
      try {
        const results = await database.batchAsCaller(caller, all, { request, pool, ...options })
        return results.slice(prologue.length, prologue.length + statements.length)
      } catch (error) {
        throw isDatabaseError(error) ? toApiError(error, caller, budget) : error
      }
    })
  }
  return { schema, maxRows, aggregates, plan, maxBytes, run }
}

export async function runAnswer(
  scope: Scope,
  statement: Statement,
  options?: RunOptions,
): Promise<Answer> {
  const [rows] = await scope.run([statement], options)
  return readAnswer(rows?.[0] ?? [])
}

function toApiError(error: DatabaseError, caller: Caller, { maxBytes }: Budget): ApiError {
  const broken = brokenGuard(error.message)
  if (broken?.kind === 'bytes') return responseTooLarge(maxBytes ?? 0)
  if (broken?.kind === 'single') return notSingle(broken.rows)
  if (broken?.kind === 'put') {
    const message = 'Payload values do not match URL in primary key column(s)'
    return new ApiError(400, 'PGRST115', message)
  }
  if (broken) {
    const message = 'Query result exceeds max-affected preference constraint'
    const details = `The query affects ${broken.rows} rows`
    return new ApiError(400, 'PGRST124', message, { details })
  }
  return fromDatabaseError(error, caller.role === 'anon')
}

export function newPlan({
  schema,
  maxRows,
  aggregates = false,
  maxBytes = null,
}: Pick<Scope, 'schema' | 'maxRows'> &
  Partial<Pick<Scope, 'aggregates' | 'maxBytes'>>): PlanContext {
  const parameters = new Parameters()
  return { schema, maxRows, aggregates, maxBytes, parameters, aliasCount: 0 }
}

export function findRelation(schema: Schema, wanted: { schema: string; name: string }): Relation {
  const relation = schema.relations.get(qualified(wanted.schema, wanted.name))
  if (relation) return relation
  const names = [...schema.relations.values()]
    .filter((each) => each.schema === wanted.schema)
    .map((each) => each.name)
  const closest = closestName(wanted.name, names)
  const message = `Could not find the table '${wanted.schema}.${wanted.name}' in the schema cache`
  const hint = closest ? `Perhaps you meant the table '${wanted.schema}.${closest}'` : null
  throw new ApiError(404, 'PGRST205', message, { hint })
}
