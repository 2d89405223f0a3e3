import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '#backend/context.ts'
import { bearerToken, callerOf, type Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { TokenError, type Tokens } from '#backend/platform/jwt.ts'
import { createBudgets, refuseBackReferences, type Budget } from './budgets.ts'
import { callFunction } from './call-function.ts'
import { checkMethod, describeMethods, type Target } from './describe-methods.ts'
import { readRoot } from './openapi/read-root.ts'
import { readRelation } from './read-relation.ts'
import { bodyText, readBody } from './request/parse-body.ts'
import { invalidPreferences, type Preferences } from './request/parse-prefer.ts'
import { parseProfile, parseRequest, profileHeader, profileOf } from './request/parse-request.ts'
import { isDatabaseError } from './respond/database-errors.ts'
import { ApiError, noDatabase, noSchema, tokenError } from './respond/errors.ts'
import type { RestSettings } from './rest-settings.ts'
import { readCatalogue, SchemaCache, type Loaded } from './schema/schema-cache.ts'
import type { Schema } from './schema/schema.ts'
import { createScope } from './scope.ts'
import { requestTransaction } from './transaction-prologue.ts'
import { writeRelation } from './write-relation.ts'

type DataContext = {
  cache: SchemaCache
  database: Database
  /**
   * Settings at process start. Every database session starts with the search path of these
   * settings.
   */
  settings: RestSettings
}

type DataCall = {
  context: DataContext
  request: Request
  target: Target
  caller: Caller
  budget: Budget
  body: Buffer
}

/** `isPage` marks in-process requests for a page. Network clients cannot set `isPage`. */
export type DataEnv = { Bindings: { isPage?: boolean } }

const root: Target = { kind: 'root', name: '' }

/** Error codes for unknown names, after which the schema is reloaded. */
const unknownNameCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])

const bodilessMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Data API at /rest/v1, which implements PostgREST's protocol. */
export function createDataApi({
  config,
  database,
  tokens,
  log,
}: Pick<Context, 'config' | 'database' | 'tokens' | 'log'>): Hono<DataEnv> {
  const read = () => readCatalogue(database.owner, config.rest)
  const cache = new SchemaCache(database.owner, log, read)
  const context: DataContext = { cache, database, settings: config.rest }
  const budgetOf = createBudgets(config.rest.budgets)
  const app = new Hono<DataEnv>()
  app.all('/', (c) => handle(c, root))
  app.all('/rpc/:name', (c) => handle(c, { kind: 'function', name: c.req.param('name') }))
  app.all('/:name', (c) => handle(c, { kind: 'relation', name: c.req.param('name') }))
  app.all('*', (c) =>
    // Handles the trailing slash here, because Hono does not match it to the route '/' of the app.
    c.req.path.endsWith('/rest/v1/')
      ? handle(c, root)
      : new ApiError(404, 'PGRST125', 'Invalid path specified in request URL').toResponse(),
  )
  return app

  async function handle(c: HonoContext<DataEnv>, target: Target): Promise<Response> {
    const request = c.req.raw
    try {
      const caller = identify(request.headers, tokens)
      const budget = budgetOf(caller, request.headers, c.env?.isPage ?? false)
      return await handleRequest(context, request, target, caller, budget)
    } catch (error) {
      return toApiError(error, request).toResponse()
    }
  }

  function toApiError(error: unknown, request: Request): ApiError {
    if (error instanceof ApiError) return error
    if (error instanceof TokenError) return tokenError(error, presentedToken(request.headers))
    log.error('a data API request failed', error)
    const code = String((error as { code?: unknown } | null)?.code ?? '')
    if (code === 'CONNECTION_CLOSED' || isDatabaseError(error)) return noDatabase(true)
    if (/^(CONNECT|ECONN|ENOTFOUND)/.test(code)) return noDatabase(false)
    return new ApiError(500, 'PGRSTX00', 'The request could not be answered')
  }
}

/** Returns the caller of a request, whose `claimsJson` always has a role. Throws TokenError. */
function identify(headers: Headers, tokens: Tokens): Caller {
  if (hasEmptyToken(headers)) {
    throw new TokenError('malformed', 'Empty JWT is sent in Authorization header')
  }
  const caller = callerOf(headers, tokens)
  if (caller.claims.role !== undefined) return caller
  return { ...caller, claimsJson: JSON.stringify({ ...caller.claims, role: caller.role }) }
}

function presentedToken(headers: Headers): string {
  return hasEmptyToken(headers) ? '' : (bearerToken(headers) ?? headers.get('apikey') ?? '')
}

function hasEmptyToken(headers: Headers): boolean {
  return /^bearer\s*$/i.test(headers.get('authorization') ?? '')
}

/**
 * Handles a request. After an error about an unknown name, retries once with a newer schema, unless
 * the schema was loaded less than two seconds ago.
 */
async function handleRequest(
  context: DataContext,
  request: Request,
  target: Target,
  caller: Caller,
  budget: Budget,
): Promise<Response> {
  checkMethod(request.method, target)
  const loaded = await context.cache.get().catch(() => {
    throw noSchema()
  })
  const body = bodilessMethods.has(request.method) ? Buffer.alloc(0) : await readBody(request)
  const call: DataCall = { context, request, target, caller, budget, body }
  try {
    return await respondWith(call, loaded)
  } catch (error) {
    const isUnknownName = error instanceof ApiError && unknownNameCodes.has(error.code)
    const newer = isUnknownName ? await context.cache.getNewer()?.catch(() => null) : null
    if (!newer) throw error
    return respondWith(call, newer)
  }
}

async function respondWith(call: DataCall, loaded: Loaded): Promise<Response> {
  const { method, headers, url } = call.request
  const { schema, settings } = loaded
  checkRole(schema, call.caller.role)
  const isRead = bodilessMethods.has(method)
  const profile = profileOf(headers, isRead ? 'accept-profile' : 'content-profile')
  const schemaName = parseProfile(profile, settings.schemas)
  if (method === 'OPTIONS') {
    const names = [...new URL(url).searchParams.keys()]
    return describeMethods(schema, schemaName, call.target, names)
  }
  const response = await run(call, loaded, schemaName)
  const hasChoice = profile !== null || settings.schemas.length > 1
  if (hasChoice && response.headers.has('content-type')) {
    response.headers.set('Content-Profile', profileHeader(schemaName))
  }
  return response
}

async function run(call: DataCall, loaded: Loaded, schemaName: string): Promise<Response> {
  const { context, request, target, caller, budget, body } = call
  const { settings } = loaded
  const scopeFor = (prefer: Pick<Preferences, 'timezone' | 'tx'>) => {
    const started = context.settings
    const transaction = requestTransaction(request, caller, loaded, started, schemaName, prefer)
    return createScope(context.database, loaded, caller, transaction, budget)
  }
  if (target.kind === 'root') {
    return readRoot(scopeFor({ timezone: null, tx: null }), settings, schemaName, request)
  }
  const { kind, name } = target
  const parsed = parseRequest(request, { kind, name }, settings.schemas)
  if (!budget.backReferences) refuseBackReferences(parsed.query.read)
  const prefer = await supportedPreferences(parsed.prefer, settings, context.cache)
  const dataRequest = { ...parsed, prefer }
  const scope = scopeFor(prefer)
  if (kind === 'function') return callFunction(scope, dataRequest, body)
  if (bodilessMethods.has(request.method)) return readRelation(scope, dataRequest)
  return writeRelation(scope, dataRequest, bodyText(body))
}

/** Throws ApiError if the role does not exist or `authenticator` cannot switch to it. */
function checkRole(schema: Schema, name: string): void {
  const role = schema.roles.get(name)
  if (role?.canEnter) return
  throw role
    ? new ApiError(403, '42501', `permission denied to set role "${name}"`)
    : new ApiError(401, '22023', `role "${name}" does not exist`, {
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
}

/**
 * Removes `tx` if clients may not override it, and removes an unknown time zone. With
 * handling=strict, throws ApiError PGRST122 for an unknown time zone.
 */
async function supportedPreferences(
  prefer: Preferences,
  { txEnd }: RestSettings,
  cache: SchemaCache,
): Promise<Preferences> {
  const tx = txEnd.endsWith('-allow-override') ? prefer.tx : null
  const { timezone } = prefer
  if (timezone === null || (await cache.timezones()).has(timezone)) return { ...prefer, tx }
  if (prefer.handling === 'strict') throw invalidPreferences([`timezone=${timezone}`])
  return { ...prefer, tx, timezone: null }
}
