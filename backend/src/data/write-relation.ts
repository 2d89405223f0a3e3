import { planWrite } from './plan/plan-write.ts'
import type { Write } from './plan/write-sql.ts'
import { parsePayload } from './request/parse-body.ts'
import { appliedPreferences, type PreferenceName } from './request/parse-prefer.ts'
import type { DataRequest } from './request/parse-request.ts'
import type { Condition } from './request/query.ts'
import { ApiError } from './respond/errors.ts'
import { respondPlan } from './respond/respond-plan.ts'
import { contentRange, respond } from './respond/respond.ts'
import type { Relation } from './schema/schema.ts'
import { findRelation, newPlan, runAnswer, type Scope } from './scope.ts'

export async function writeRelation(
  scope: Scope,
  request: DataRequest,
  body: string,
): Promise<Response> {
  const relation = findRelation(scope.schema, request)
  const { prefer, query, accept, method } = request
  const write = parseWrite(request, relation, body)
  const isRepresented = prefer.return === 'representation'
  const statement = planWrite(newPlan(scope), relation, write, query.read, {
    representation: accept,
    return: prefer.return ?? 'minimal',
    maxAffected: prefer.handling === 'strict' ? prefer.maxAffected : null,
  })
  if (accept.plan) return respondPlan(scope, statement, accept.plan, { mayBlock: true })
  const answer = await runAnswer(scope, statement, { mayBlock: true })

  const isCounted = prefer.count === 'exact' || prefer.count === 'estimated'
  const updated = write.kind === 'update' ? answer.rows : 0
  const range = contentRange(0, updated, isCounted ? answer.rows : null)
  const applied = appliedPreferences(prefer, supported(method, write))
  return respond(
    answer,
    {
      status: statusOf(method, write, isRepresented, answer.inserted),
      contentType: isRepresented ? accept.contentType : null,
      contentRange: method === 'PUT' ? null : range,
      headers: {
        ...(applied !== '' && { 'Preference-Applied': applied }),
        ...(answer.location !== null && { Location: locationOf(relation, answer.location) }),
      },
    },
    method,
  )
}

function supported(method: string, write: Write): readonly PreferenceName[] {
  const always: readonly PreferenceName[] = ['return', 'count', 'tx', 'handling', 'timezone']
  if (write.kind === 'update') return [...always, 'missing', 'maxAffected']
  if (write.kind === 'delete') return [...always, 'maxAffected']
  if (method === 'PUT') return always
  const mayConflict = write.conflict !== null && write.conflict.columns.length > 0
  return mayConflict ? [...always, 'missing', 'resolution'] : [...always, 'missing']
}

function statusOf(
  method: string,
  write: Write,
  isRepresented: boolean,
  inserted: number | null,
): number {
  const isMerged = write.kind === 'insert' && write.conflict?.action === 'merge'
  const insertedNothing = isMerged && (inserted ?? 0) <= 0
  if (method === 'PUT') return isRepresented ? (insertedNothing ? 200 : 201) : 204
  if (write.kind === 'insert') return insertedNothing ? 200 : 201
  return isRepresented ? 200 : 204
}

function locationOf(relation: Relation, keyJson: string): string {
  const key = JSON.parse(keyJson) as Record<string, string | null>
  const filters = Object.entries(key).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(relation.name)}?${filters.join('&')}`
}

function parseWrite(request: DataRequest, relation: Relation, body: string): Write {
  const { method, query, prefer, contentType } = request
  const { where } = query.read
  if (method === 'DELETE') return { kind: 'delete', where }
  if (method === 'PUT') {
    checkPut(request, relation)
    const payload = parsePayload(body, contentType, null)
    const conflict = { action: 'merge', columns: relation.primaryKey } as const
    return { kind: 'insert', payload, defaults: false, conflict, only: where }
  }
  const payload = parsePayload(body, contentType, query.columns)
  const defaults = prefer.missing === 'default'
  if (method === 'PATCH') return { kind: 'update', payload, defaults, where }
  const conflict = prefer.resolution && {
    action: prefer.resolution === 'ignore-duplicates' ? ('ignore' as const) : ('merge' as const),
    columns: query.onConflict ?? relation.primaryKey,
  }
  return { kind: 'insert', payload, defaults, conflict, only: null }
}

/** Throws ApiError unless a PUT filters by exactly the primary key of the relation. */
function checkPut({ query }: DataRequest, { primaryKey }: Relation): void {
  const { where, limit, offset } = query.read
  if (limit !== null || offset > 0) {
    const message = 'limit/offset querystring parameters are not allowed for PUT'
    throw new ApiError(400, 'PGRST114', message)
  }
  const named = new Set(where.map(nameOfEqual))
  const isKey =
    primaryKey.length > 0 &&
    named.size === primaryKey.length &&
    primaryKey.every((name) => named.has(name))
  if (!isKey) {
    const message = "Filters must include all and only primary key columns with 'eq' operators"
    throw new ApiError(405, 'PGRST105', message)
  }
}

/** Returns the column of the filter `column=eq.value`, or null for any other condition. */
function nameOfEqual(condition: Condition): string | null {
  if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0) {
    return null
  }
  const { operation, field } = condition
  const isEqual =
    operation.kind === 'compare' && operation.operator === 'eq' && !operation.quantifier
  return isEqual ? field.name : null
}
