import type { z } from 'zod'
import { preflight, withCors } from './cors.ts'
import { failure, FunctionError } from './errors.ts'
import { logError } from './log.ts'

/**
 * A handler that takes JSON and answers JSON: settles who calls, then checks the body, then works.
 * Whatever `work` throws becomes `{error, code}`; what nobody foresaw is logged and answered 500.
 */
export function serveJson<Body extends z.ZodType, Caller>(endpoint: {
  /** Throws when the caller may not. */
  caller: (request: Request) => Promise<Caller>
  body: Body
  work: (body: z.output<Body>, caller: Caller) => Promise<object>
}): (request: Request) => Promise<Response> {
  return (request) =>
    respond(request, async () => {
      const caller = await endpoint.caller(request)
      const body = await parseBody(request, endpoint.body)
      return Response.json(await endpoint.work(body, caller))
    })
}

/** Answers preflights, refuses all but POST and turns errors into responses. */
export async function respond(request: Request, work: () => Promise<Response>): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight()
  try {
    if (request.method !== 'POST') throw failure('method_not_allowed')
    return withCors(await work())
  } catch (cause) {
    if (cause instanceof FunctionError) return withCors(cause.toResponse())
    logError('function failed', cause)
    return withCors(failure('internal').toResponse())
  }
}

async function parseBody<Body extends z.ZodType>(
  request: Request,
  schema: Body,
): Promise<z.output<Body>> {
  const given: unknown = await request.json().catch(() => {
    throw failure('bad_json')
  })
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.')
  throw failure('bad_request', {
    message: where ? `${where}: ${issue?.message}` : issue?.message,
  })
}
