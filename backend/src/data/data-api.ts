import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { bearerToken, callerOf, type Caller } from '#backend/platform/caller.ts'
import { TokenError, type Tokens } from '#backend/platform/jwt.ts'
import { answerRequest } from './answer-request.ts'
import { isDatabaseError } from './respond/database-errors.ts'
import { ApiError, noDatabase, tokenError } from './respond/errors.ts'
import { readCatalogue, SchemaCache } from './schema/schema-cache.ts'
import type { Target } from './target.ts'

const root: Target = { kind: 'root', name: '' }

/** The data API: PostgREST's protocol, mounted under /rest/v1. */
export function createDataApi({ config, database, tokens, log }: Context): Hono {
  const read = () => readCatalogue(database.owner, config.rest)
  const cache = new SchemaCache(database.owner, log, read)
  const world = { cache, database, settings: config.rest }
  const app = new Hono()
  app.all('/', (c) => handle(c.req.raw, root))
  app.all('/rpc/:name', (c) => handle(c.req.raw, { kind: 'function', name: c.req.param('name') }))
  app.all('/:name', (c) => handle(c.req.raw, { kind: 'relation', name: c.req.param('name') }))
  app.all('*', (c) =>
    // With its last slash the root is no path of a room that is mounted below another one.
    c.req.path.endsWith('/rest/v1/')
      ? handle(c.req.raw, root)
      : new ApiError(404, 'PGRST125', 'Invalid path specified in request URL').toResponse(),
  )
  return app

  async function handle(request: Request, target: Target): Promise<Response> {
    try {
      return await answerRequest(world, request, target, identify(request.headers, tokens))
    } catch (error) {
      return toApiError(error, request).toResponse()
    }
  }

  function toApiError(error: unknown, request: Request): ApiError {
    if (error instanceof ApiError) return error
    if (error instanceof TokenError) return tokenError(error, presentedToken(request.headers))
    log.error('a data request failed', error)
    const code = String((error as { code?: unknown } | null)?.code ?? '')
    if (code === 'CONNECTION_CLOSED' || isDatabaseError(error)) return noDatabase(true)
    if (/^(CONNECT|ECONN|ENOTFOUND)/.test(code)) return noDatabase(false)
    return new ApiError(500, 'PGRSTX00', 'The request could not be answered')
  }
}

/** The caller of a request, whose claims name the role in any case. Throws TokenError. */
function identify(headers: Headers, tokens: Tokens): Caller {
  if (/^bearer\s*$/i.test(headers.get('authorization') ?? '')) {
    throw new TokenError('malformed', 'Empty JWT is sent in Authorization header')
  }
  const caller = callerOf(headers, tokens)
  if (caller.claims.role !== undefined) return caller
  return { ...caller, claimsJson: JSON.stringify({ ...caller.claims, role: caller.role }) }
}

function presentedToken(headers: Headers): string {
  const isEmpty = /^bearer\s*$/i.test(headers.get('authorization') ?? '')
  return isEmpty ? '' : (bearerToken(headers) ?? headers.get('apikey') ?? '')
}
