import { planCall, type CallArguments } from './plan/plan-call.ts'
import { resolveFunction, type BodyKind } from './plan/resolve-function.ts'
import { parseJson } from './request/parse-body.ts'
import type { DataRequest } from './request/parse-request.ts'
import { respond } from './respond/respond.ts'
import { respondRows } from './respond/respond-rows.ts'
import { newPlan, type Scope } from './scope.ts'

/** GET, HEAD and POST of /rpc/<function>; GET and HEAD run read-only. */
export async function callFunction(
  scope: Scope,
  request: DataRequest,
  body: string,
): Promise<Response> {
  const isRead = request.method !== 'POST'
  const given = isRead ? queryArguments(request) : bodyArguments(request, body)
  const { found, takesBody } = resolveFunction(
    scope.schema,
    request.schema,
    request.name,
    given.names,
    given.bodyKind,
  )
  const { read } = request.query
  const answer = await scope.run(
    planCall(newPlan(scope), found, takesBody ? { kind: 'body', body } : given.args, read, {
      representation: request.accept,
      countAll: request.prefer.count !== null,
      withoutBody: request.method === 'HEAD',
    }),
    { readOnly: isRead, mayBlock: found.isVolatile },
  )

  if (found.result.kind === 'void') {
    return respond(answer, { status: 204, contentType: null, contentRange: null }, request.method)
  }
  return respondRows(request, answer, answer.total)
}

type Given = { names: string[]; bodyKind: BodyKind | null; args: CallArguments }

function queryArguments({ query }: DataRequest): Given {
  const names = [...new Set(query.args.map(([name]) => name))]
  return { names, bodyKind: null, args: { kind: 'texts', values: query.args } }
}

function bodyArguments(request: DataRequest, body: string): Given {
  const type = request.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/plain' || type === 'application/octet-stream') {
    const bodyKind = type === 'text/plain' ? 'text' : 'octets'
    return { names: [], bodyKind, args: { kind: 'body', body } }
  }
  if (type === 'application/x-www-form-urlencoded') {
    const values = [...new URLSearchParams(body)]
    return { names: values.map(([name]) => name), bodyKind: null, args: { kind: 'texts', values } }
  }
  const json = body.trim() === '' ? '{}' : body
  const value = parseJson(json)
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
  const names = isObject ? Object.keys(value) : ['']
  return { names, bodyKind: 'json', args: { kind: 'json', json, names } }
}
