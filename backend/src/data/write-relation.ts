import { planWrite, type Write } from './plan/plan-write.ts'
import { parsePayload } from './request/parse-body.ts'
import { appliedPreferences } from './request/parse-prefer.ts'
import type { DataRequest } from './request/parse-request.ts'
import { ApiError } from './respond/errors.ts'
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
  const { prefer, query, accept } = request
  const write = parseWrite(request, relation, body)
  const returning = prefer.return ?? 'minimal'
  const isRepresented = returning === 'representation'
  const answer = await scope.run(
    planWrite(newPlan(scope), relation, write, query.read, {
      representation: accept,
      return: returning,
      maxAffected: prefer.handling === 'strict' ? prefer.maxAffected : null,
    }),
    { mayBlock: true },
  )

  const { rows } = answer
  const total = prefer.count === 'exact' ? rows : null
  const isInsert = write.kind === 'insert'
  const applied = appliedPreferences(prefer, [
    ...(isInsert ? (['resolution', 'missing'] as const) : []),
    'return',
    'count',
    'handling',
  ])
  return respond(
    answer,
    {
      status: statusOf(request.method, write, isRepresented, answer.inserted),
      contentType: isRepresented ? accept.contentType : null,
      contentRange: contentRange(0, write.kind === 'update' ? rows : 0, total),
      headers: {
        ...(applied !== '' && { 'Preference-Applied': applied }),
        ...(answer.location !== null && { Location: locationOf(relation, answer.location) }),
      },
    },
    request.method,
  )
}

function parseWrite(request: DataRequest, relation: Relation, body: string): Write {
  const { method, query, prefer } = request
  const where = query.read.where
  if (method === 'DELETE') return { kind: 'delete', where }
  const payload = parsePayload(body, request.contentType, query.columns)
  if (method === 'PATCH') return { kind: 'update', payload, where }
  const conflict = {
    action: prefer.resolution === 'ignore-duplicates' ? ('ignore' as const) : ('merge' as const),
    columns: query.onConflict ?? relation.primaryKey,
  }
  const defaults = prefer.missing === 'default'
  if (method === 'PUT') {
    checkPut(request, relation, body)
    return { kind: 'insert', payload, defaults, conflict: { ...conflict, action: 'merge' } }
  }
  return { kind: 'insert', payload, defaults, conflict: prefer.resolution ? conflict : null }
}

function statusOf(
  method: string,
  write: Write,
  isRepresented: boolean,
  inserted: number | null,
): number {
  const insertedNothing = inserted !== null && inserted <= 0
  if (method === 'PUT') return isRepresented ? (insertedNothing ? 200 : 201) : 204
  if (write.kind === 'insert') return insertedNothing ? 200 : 201
  return isRepresented ? 200 : 204
}

/** PUT names one row by its whole primary key, in the URL and in the body alike. */
function checkPut({ query }: DataRequest, relation: Relation, body: string): void {
  if (query.read.limit !== null || query.read.offset > 0) {
    throw new ApiError(
      400,
      'PGRST114',
      'limit/offset querystring parameters are not allowed for PUT',
    )
  }
  const named = new Map<string, string>()
  for (const condition of query.read.where) {
    if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0) break
    const { operation, field } = condition
    if (operation.kind !== 'compare' || operation.operator !== 'eq' || operation.quantifier) break
    named.set(field.name, operation.value)
  }
  const { primaryKey } = relation
  const isKey =
    primaryKey.length > 0 &&
    query.read.where.length === primaryKey.length &&
    primaryKey.every((name) => named.has(name))
  if (!isKey) {
    throw new ApiError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  }
  const value = JSON.parse(body) as Record<string, unknown> | Record<string, unknown>[]
  const row = Array.isArray(value) ? value[0] : value
  if (Array.isArray(value) && value.length !== 1) throw mismatch()
  for (const [name, expected] of named) if (String(row?.[name]) !== expected) throw mismatch()
}

function mismatch(): ApiError {
  return new ApiError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

function locationOf(relation: Relation, keyJson: string): string {
  const key = JSON.parse(keyJson) as Record<string, unknown>
  const filters = Object.entries(key).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  )
  return `/${encodeURIComponent(relation.name)}?${filters.join('&')}`
}
