import { parseWrite } from './parse-write.ts'
import { planWrite } from './plan/plan-write.ts'
import type { Write } from './plan/write.ts'
import { appliedPreferences, type PreferenceName } from './request/parse-prefer.ts'
import type { DataRequest } from './request/parse-request.ts'
import { respondPlan } from './respond/respond-plan.ts'
import { contentRange, respond } from './respond/respond.ts'
import type { Relation } from './schema/schema.ts'
import { findRelation, newPlan, type Scope } from './scope.ts'

/** POST, PATCH, PUT and DELETE of a relation. */
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
  const answer = await scope.run(statement, { mayBlock: true })

  const isCounted = prefer.count === 'exact' || prefer.count === 'estimated'
  const range = contentRange(
    0,
    write.kind === 'update' ? answer.rows : 0,
    isCounted ? answer.rows : null,
  )
  const applied = appliedPreferences(prefer, honoured(method, write))
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

/** What of `Prefer` each kind of write heeds. */
function honoured(method: string, write: Write): readonly PreferenceName[] {
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
