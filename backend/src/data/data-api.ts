import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { bearerToken, callerOf } from '#backend/platform/caller.ts'
import { TokenError } from '#backend/platform/jwt.ts'
import { callFunction } from './call-function.ts'
import { readRelation } from './read-relation.ts'
import { parseRequest } from './request/parse-request.ts'
import { bodyText, readBody } from './request/read-body.ts'
import { isDatabaseError } from './respond/database-errors.ts'
import { ApiError, tokenError } from './respond/errors.ts'
import { SchemaCache } from './schema/schema-cache.ts'
import type { Schema } from './schema/schema.ts'
import { createScope } from './scope.ts'
import { writeRelation } from './write-relation.ts'

type Target = { kind: 'relation' | 'function'; name: string }

/** Errors that a schema newer than the one in hand might not give. */
const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])

/** The data API: PostgREST's protocol, mounted under /rest/v1. */
export function createDataApi({ config, database, tokens, log }: Context): Hono {
  const cache = new SchemaCache(database.owner, config.rest.schemas, log)
  const app = new Hono()
  app.all('/', (c) => c.json({ swagger: '2.0', info: { title: 'Data API', version: '14' } }))
  app.all('/rpc/:name', (c) => handle(c.req.raw, { kind: 'function', name: c.req.param('name') }))
  app.all('/:name', (c) => handle(c.req.raw, { kind: 'relation', name: c.req.param('name') }))
  app.all('*', () =>
    new ApiError(404, 'PGRST125', 'Invalid path specified in request URL').toResponse(),
  )
  return app

  async function handle(request: Request, target: Target): Promise<Response> {
    try {
      return await answer(request, target)
    } catch (error) {
      return toApiError(error, request).toResponse()
    }
  }

  async function answer(request: Request, target: Target): Promise<Response> {
    const { method } = request
    const allowed = methodsOf(target)
    if (method === 'OPTIONS') {
      return new Response(null, { status: 200, headers: { Allow: allowed.join(',') } })
    }
    if (!allowed.includes(method)) {
      const isCall = target.kind === 'function'
      throw isCall
        ? new ApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
        : new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
    }
    const caller = callerOf(request.headers, tokens)
    const parsed = parseRequest(request, target, config.rest.schemas)
    const body = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : await readBody(request)
    const facts = {
      method,
      path: new URL(request.url).pathname.replace(/^\/rest\/v1/, ''),
      headersJson: JSON.stringify(Object.fromEntries(request.headers)),
    }

    const schema = await cache.get()
    try {
      return await run(schema)
    } catch (error) {
      const newer = error instanceof ApiError && missCodes.has(error.code) ? cache.getNewer() : null
      if (!newer) throw error
      return run(await newer)
    }

    async function run(schema: Schema): Promise<Response> {
      checkRole(schema, caller.role)
      const scope = createScope(database, schema, caller, config.rest, facts)
      if (target.kind === 'function') return callFunction(scope, parsed, bodyText(body))
      if (method === 'GET' || method === 'HEAD') return readRelation(scope, parsed)
      return writeRelation(scope, parsed, bodyText(body))
    }
  }

  function toApiError(error: unknown, request: Request): ApiError {
    if (error instanceof ApiError) return error
    if (error instanceof TokenError) return tokenError(error, bearerToken(request.headers) ?? '')
    log.error('a data request failed', error)
    const code = String((error as { code?: unknown } | null)?.code ?? '')
    if (/^(CONNECT|ECONN|ENOTFOUND)/.test(code) || isDatabaseError(error)) {
      return new ApiError(503, 'PGRST000', 'Could not connect with the database')
    }
    return new ApiError(500, 'PGRSTX00', 'The request could not be answered')
  }
}

function methodsOf(target: Target): string[] {
  return target.kind === 'function'
    ? ['OPTIONS', 'GET', 'HEAD', 'POST']
    : ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
}

/** A token may only bring a role that the login role is a member of. */
function checkRole(schema: Schema, role: string): void {
  const canEnter = schema.roles.get(role)
  if (canEnter) return
  const headers = { 'WWW-Authenticate': 'Bearer' }
  throw canEnter === undefined
    ? new ApiError(401, '22023', `role "${role}" does not exist`, { headers })
    : new ApiError(403, '42501', `permission denied to set role "${role}"`)
}
