import type { z } from 'zod'
import { failure, FunctionError } from './errors.ts'
import { logError } from './log.ts'
import { validate } from './validate.ts'

type Handler = (request: Request) => Promise<Response>

/** Describes an edge function. `npm run docs:functions` writes openapi.json from it. */
export type Contract = {
  /**
   * Function that authorizes the caller, or 'anyone', or 'stripe' for webhooks signed by Stripe.
   */
  caller: 'anyone' | 'stripe' | ((request: Request) => Promise<unknown>)
  body: z.ZodType
  /** Schema of the JSON response, or the media types of the returned file. */
  response: z.ZodType | readonly string[]
  accepts?: string
}

export function withContract(contract: Contract, handler: Handler): Handler {
  return Object.assign(handler, { contract })
}

/**
 * Returns a handler that authorizes the caller, validates the body and runs `work`. Logs errors
 * other than FunctionError and responds with 500.
 */
export function serveJson<Body extends z.ZodType, Caller, Result extends z.ZodType>(
  endpoint: Endpoint<Body, Caller, z.input<Result> & object> & { response: Result },
): Handler {
  return withContract(endpoint, (request) =>
    respond(request, async () => Response.json(await run(endpoint, request))),
  )
}

type DownloadedFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }

/** Returns a handler like that of `serveJson`, for functions that return a private file. */
export function serveFile<Body extends z.ZodType, Caller>(
  endpoint: Endpoint<Body, Caller, DownloadedFile> & { response: readonly string[] },
): Handler {
  return withContract(endpoint, (request) =>
    respond(request, async () => {
      const { name, type, bytes } = await run(endpoint, request)
      return new Response(bytes, {
        headers: {
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'no-store',
        },
      })
    }),
  )
}

type Endpoint<Body extends z.ZodType, Caller, Result> = {
  caller: (request: Request) => Promise<Caller>
  body: Body
  work: (body: z.output<Body>, caller: Caller) => Promise<Result>
}

async function run<Body extends z.ZodType, Caller, Result>(
  { caller: authorize, body: schema, work }: Endpoint<Body, Caller, Result>,
  request: Request,
): Promise<Result> {
  const caller = await authorize(request)
  return work(parseBody(await readJson(request), schema), caller)
}

/** Handles CORS preflight, rejects methods other than POST and turns errors into responses. */
export async function respond(request: Request, work: () => Promise<Response>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  try {
    if (request.method !== 'POST') throw failure('method_not_allowed')
    return withCors(await work())
  } catch (cause) {
    if (cause instanceof FunctionError) return withCors(cause.toResponse())
    logError(`function ${new URL(request.url).pathname.split('/').at(-1)} failed`, cause)
    return withCors(failure('internal').toResponse())
  }
}

/** Parses the JSON body of a request. Throws bad_json if it is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => {
    throw failure('bad_json')
  })
}

function parseBody<Body extends z.ZodType>(given: unknown, schema: Body): z.output<Body> {
  const result = validate(schema, given)
  if (!result.problem) return result.data
  const { path, message } = result.problem
  throw failure('bad_request', { message: [path.join('.'), message].filter(Boolean).join(': ') })
}

/** Every response needs CORS headers, because hosted Supabase adds none. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
}

function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
  return response
}
