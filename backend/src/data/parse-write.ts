import type { Write } from './plan/write.ts'
import { parsePayload } from './request/parse-body.ts'
import type { DataRequest } from './request/parse-request.ts'
import type { Condition } from './request/query.ts'
import { ApiError } from './respond/errors.ts'
import type { Relation } from './schema/schema.ts'

/** What POST, PATCH, PUT and DELETE of a relation mean. Throws ApiError. */
export function parseWrite(request: DataRequest, relation: Relation, body: string): Write {
  const { method, query, prefer, contentType } = request
  const { where } = query.read
  const defaults = prefer.missing === 'default'
  switch (method) {
    case 'DELETE':
      return { kind: 'delete', where }
    case 'PATCH':
      return {
        kind: 'update',
        payload: parsePayload(body, contentType, query.columns),
        defaults,
        where,
      }
    case 'PUT':
      checkPut(request, relation)
      return {
        kind: 'insert',
        payload: parsePayload(body, contentType, null),
        defaults: false,
        conflict: { action: 'merge', columns: relation.primaryKey },
        only: where,
      }
    default:
      return {
        kind: 'insert',
        payload: parsePayload(body, contentType, query.columns),
        defaults,
        conflict: prefer.resolution && {
          action: prefer.resolution === 'ignore-duplicates' ? 'ignore' : 'merge',
          columns: query.onConflict ?? relation.primaryKey,
        },
        only: null,
      }
  }
}

/** PUT names one row by its whole primary key; that the body is this row is for SQL to say. */
function checkPut({ query }: DataRequest, { primaryKey }: Relation): void {
  const { where, limit, offset } = query.read
  if (limit !== null || offset > 0) {
    throw new ApiError(
      400,
      'PGRST114',
      'limit/offset querystring parameters are not allowed for PUT',
    )
  }
  const named = new Set(where.map(nameOfEqual))
  const isKey =
    primaryKey.length > 0 &&
    named.size === primaryKey.length &&
    primaryKey.every((name) => named.has(name))
  if (!isKey) {
    throw new ApiError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  }
}

/** The column of `column=eq.value`; null for any other condition. */
function nameOfEqual(condition: Condition): string | null {
  if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0) {
    return null
  }
  const { operation, field } = condition
  const isEqual =
    operation.kind === 'compare' && operation.operator === 'eq' && !operation.quantifier
  return isEqual ? field.name : null
}
