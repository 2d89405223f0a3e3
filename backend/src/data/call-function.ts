import { type CallArguments, planCall } from './plan/plan-call.ts'
import { type BodyKind, resolveFunction } from './plan/resolve-function.ts'
import { bodyText, checkDepth, mediaTypeOf, parseJson } from './request/parse-body.ts'
import { csvToJson } from './request/parse-csv.ts'
import { appliedPreferences } from './request/parse-prefer.ts'
import type { DataRequest } from './request/parse-request.ts'
import { ApiError, bodyError } from './respond/errors.ts'
import { respondPlan } from './respond/respond-plan.ts'
import { contentRange, respond, respondRows } from './respond/respond.ts'
import type { DatabaseFunction } from './schema/schema.ts'
import { newPlan, runAnswer, type Scope } from './scope.ts'

/** Handles /rpc/<function>. Only a POST to a volatile function may write. */
export async function callFunction(
  scope: Scope,
  request: DataRequest,
  body: Buffer,
): Promise<Response> {
  const { method, prefer } = request
  const isCounted = prefer.count === 'exact' || prefer.count === 'estimated'
  const isRead = method !== 'POST'
  const { names, args, whole } = isRead
    ? textArguments(request.query.args)
    : bodyArguments(request, body)
  const kind = whole?.kind ?? null
  const { schema, name, query } = request
  const { found, takesBody } = resolveFunction(scope.schema, schema, name, names, kind)
  const called: CallArguments = takesBody ? { kind: 'body', text: whole?.text ?? '' } : args
  const statement = planCall(newPlan(scope), found, called, query.read, {
    representation: request.accept,
    countAll: isCounted,
    withoutBody: method === 'HEAD',
    maxAffected: maxAffectedOf(request, found),
  })
  const options = {
    readOnly: isRead || !found.isVolatile,
    mayBlock: found.isVolatile,
    settings: found.settings,
  }
  if (request.accept.plan) return respondPlan(scope, statement, request.accept.plan, options)
  const answer = await runAnswer(scope, statement, options)

  if (found.result.kind !== 'void') {
    return respondRows(request, answer, answer.total, true)
  }
  const applied = appliedPreferences(prefer, ['count', 'tx', 'handling', 'timezone'])
  const headers: Record<string, string> = applied === '' ? {} : { 'Preference-Applied': applied }
  const range = contentRange(0, 1, isCounted ? 1 : null)
  return respond(answer, { status: 204, contentType: null, contentRange: range, headers }, method)
}

/**
 * Returns max-affected of a request with handling=strict, otherwise null. Throws ApiError PGRST128
 * if max-affected is set but the function does not return a set.
 */
function maxAffectedOf({ prefer }: DataRequest, { result }: DatabaseFunction): number | null {
  if (prefer.handling !== 'strict' || prefer.maxAffected === null) return null
  if (result.kind !== 'void' && result.isSet) return prefer.maxAffected
  const message =
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
  throw new ApiError(400, 'PGRST128', message)
}

/** Arguments of a call. `whole` is the request body, for a function with one unnamed parameter. */
type Given = {
  names: readonly string[]
  args: CallArguments
  whole: { kind: BodyKind; text: string } | null
}

function bodyArguments(request: DataRequest, body: Buffer): Given {
  const type = mediaTypeOf(request.contentType)
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return jsonArguments(bodyText(body), request.query.columns)
    case 'application/x-www-form-urlencoded':
      return textArguments([...new URLSearchParams(bodyText(body))])
    case 'text/csv':
      return jsonArguments(csvToJson(bodyText(body)).json, null)
    case 'text/plain':
      return wholeBody('text', bodyText(body))
    case 'text/xml':
      return wholeBody('xml', bodyText(body))
    case 'application/octet-stream':
      return wholeBody('octets', `\\x${body.toString('hex')}`)
    default:
      throw bodyError(`Content-Type not acceptable: ${type}`)
  }
}

function textArguments(values: readonly (readonly [string, string])[]): Given {
  const names = [...new Set(values.map(([name]) => name))]
  return { names, args: { kind: 'texts', values }, whole: null }
}

function wholeBody(kind: BodyKind, text: string): Given {
  return { names: [], args: { kind: 'texts', values: [] }, whole: { kind, text } }
}

function jsonArguments(text: string, columns: readonly string[] | null): Given {
  const json = text.trim() === '' ? '{}' : text
  checkDepth(json)
  const value = parseJson(json)
  const isArray = Array.isArray(value)
  const names = columns ?? namesOf(isArray ? value[0] : value)
  const args = { kind: 'json', json, isArray, names } as const
  return { names, args, whole: { kind: 'json', text: json } }
}

function namesOf(value: unknown): string[] {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
  return isObject ? Object.keys(value) : []
}
