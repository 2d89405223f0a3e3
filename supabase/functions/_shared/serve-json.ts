import type { z } from 'zod'
import { failure, FunctionError } from './errors.ts'
import { logError } from './log.ts'

/**
 * Returns a handler that authorizes the caller, validates the JSON body and runs `work`. Errors
 * other than FunctionError are logged and become 500.
 */
export function serveJson<Body extends z.ZodType, Caller>(endpoint: {
  /** Authorizes the caller. Throws FunctionError if the caller is not authorized. */
  caller: (request: Request) => Promise<Caller>
  body: Body
  work: (body: z.output<Body>, caller: Caller) => Promise<object>
}): (request: Request) => Promise<Response> {
  return (request) =>
    respond(request, async () => {
      const caller = await endpoint.caller(request)
      const body = parseBody(await readJson(request), endpoint.body)
      return Response.json(await endpoint.work(body, caller))
    })
}

/**
 * Handles CORS preflight requests, rejects methods other than POST and turns errors into responses.
 */
export async function respond(request: Request, work: () => Promise<Response>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  try {
    if (request.method !== 'POST') throw failure('method_not_allowed')
    return withCors(await work())
  } catch (cause) {
    if (cause instanceof FunctionError) return withCors(cause.toResponse())
    logError('function failed', cause)
    return withCors(failure('internal').toResponse())
  }
}

/** Parses the JSON body. Throws bad_json if the body is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => {
    throw failure('bad_json')
  })
}

function parseBody<Body extends z.ZodType>(given: unknown, schema: Body): z.output<Body> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.')
  throw failure('bad_request', {
    message: where ? `${where}: ${issue?.message}` : issue?.message,
  })
}

/** CORS headers of every response, because hosted Supabase adds none. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
}

function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
  return response
}
