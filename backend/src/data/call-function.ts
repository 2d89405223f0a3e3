import { bodyArguments, queryArguments } from './parse-call.ts'
import { planCall } from './plan/plan-call.ts'
import { resolveFunction } from './plan/resolve-function.ts'
import { appliedPreferences } from './request/parse-prefer.ts'
import type { DataRequest } from './request/parse-request.ts'
import { ApiError } from './respond/errors.ts'
import { respondPlan } from './respond/respond-plan.ts'
import { contentRange, respond } from './respond/respond.ts'
import { respondRows } from './respond/respond-rows.ts'
import type { DatabaseFunction } from './schema/schema.ts'
import { newPlan, type Scope } from './scope.ts'

/** GET, HEAD and POST of /rpc/<function>; only POST of a volatile function may write. */
export async function callFunction(
  scope: Scope,
  request: DataRequest,
  body: Buffer,
): Promise<Response> {
  const { method, prefer } = request
  const isCounted = prefer.count === 'exact' || prefer.count === 'estimated'
  const isRead = method !== 'POST'
  const { names, args, whole } = isRead ? queryArguments(request) : bodyArguments(request, body)
  const kind = whole?.kind ?? null
  const { found, takesBody } = resolveFunction(
    scope.schema,
    request.schema,
    request.name,
    names,
    kind,
  )
  const wholeArgs = { kind: 'body', text: whole?.text ?? '' } as const
  const statement = planCall(
    newPlan(scope),
    found,
    takesBody ? wholeArgs : args,
    request.query.read,
    {
      representation: request.accept,
      countAll: isCounted,
      withoutBody: method === 'HEAD',
      maxAffected: maxAffectedOf(request, found),
    },
  )
  const options = {
    readOnly: isRead || !found.isVolatile,
    mayBlock: found.isVolatile,
    settings: found.settings,
  }
  if (request.accept.plan) return respondPlan(scope, statement, request.accept.plan, options)
  const answer = await scope.run(statement, options)

  if (found.result.kind !== 'void') {
    return respondRows(request, answer, answer.total, true)
  }
  const applied = appliedPreferences(prefer, ['count', 'tx', 'handling', 'timezone'])
  const headers: Record<string, string> = applied === '' ? {} : { 'Preference-Applied': applied }
  const range = contentRange(0, 1, isCounted ? 1 : null)
  return respond(answer, { status: 204, contentType: null, contentRange: range, headers }, method)
}

/** A limit that is meant counts rows, so there have to be some. Throws ApiError PGRST128. */
function maxAffectedOf({ prefer }: DataRequest, { result }: DatabaseFunction): number | null {
  if (prefer.handling !== 'strict' || prefer.maxAffected === null) return null
  if (result.kind !== 'void' && result.isSet) return prefer.maxAffected
  throw new ApiError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}
