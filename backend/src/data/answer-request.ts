import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { callFunction } from './call-function.ts'
import { checkMethod, describeMethods } from './describe-methods.ts'
import { readRoot } from './openapi/read-root.ts'
import { readRelation } from './read-relation.ts'
import { parseProfile, parseRequest } from './request/parse-request.ts'
import { bodyText, readBody } from './request/read-body.ts'
import { checkRole, requestFrame } from './request-frame.ts'
import { ApiError, noSchema } from './respond/errors.ts'
import type { RestSettings } from './rest-settings.ts'
import type { Loaded, SchemaCache } from './schema/schema-cache.ts'
import { createScope } from './scope.ts'
import { settlePreferences } from './settle-preferences.ts'
import type { Target } from './target.ts'
import { writeRelation } from './write-relation.ts'

/** What requests are answered with. */
type DataWorld = {
  cache: SchemaCache
  database: Database
  /** As the process was started; sessions have their search path from them. */
  settings: RestSettings
}

/** One request, before it is known what it is about. */
type Asked = {
  world: DataWorld
  request: Request
  target: Target
  caller: Caller
  body: Buffer
}

/** Errors that a schema newer than the one in hand might not give. */
const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Answers one request of a caller. Throws ApiError, and what the connection throws. */
export async function answerRequest(
  world: DataWorld,
  request: Request,
  target: Target,
  caller: Caller,
): Promise<Response> {
  const { cache } = world
  checkMethod(request.method, target)
  const loaded = await cache.get().catch(() => {
    throw noSchema()
  })
  const body = bodiless.has(request.method) ? Buffer.alloc(0) : await readBody(request)
  const asked = { world, request, target, caller, body }
  try {
    return await answer(asked, loaded)
  } catch (error) {
    const isMiss = error instanceof ApiError && missCodes.has(error.code)
    const newer = isMiss ? await cache.getNewer()?.catch(() => null) : null
    if (!newer) throw error
    return answer(asked, newer)
  }
}

async function answer(asked: Asked, loaded: Loaded): Promise<Response> {
  const { method, headers, url } = asked.request
  const { schema, settings } = loaded
  checkRole(schema, asked.caller.role)
  const profile = headers.get(bodiless.has(method) ? 'accept-profile' : 'content-profile')
  const schemaName = parseProfile(profile, settings.schemas)
  if (method === 'OPTIONS') {
    const names = [...new URL(url).searchParams.keys()]
    return describeMethods(schema, schemaName, asked.target, names)
  }
  const response = await run(asked, loaded, schemaName)
  // Whoever could have asked for another schema hears which one this is.
  const isNegotiated = profile !== null || settings.schemas.length > 1
  if (isNegotiated && response.headers.has('content-type')) {
    response.headers.set('Content-Profile', schemaName)
  }
  return response
}

async function run(asked: Asked, loaded: Loaded, schemaName: string): Promise<Response> {
  const { world, request, target, caller, body } = asked
  const { schema, settings } = loaded
  const scopeFor = (prefer: Parameters<typeof requestFrame>[5]) => {
    const frame = requestFrame(request, caller, loaded, world.settings, schemaName, prefer)
    return createScope(world.database, schema, caller, settings, frame)
  }
  if (target.kind === 'root') {
    return readRoot(scopeFor({ timezone: null, tx: null }), settings, schemaName, request)
  }
  const { kind, name } = target
  const parsed = parseRequest(request, { kind, name }, settings.schemas)
  const timezones = () => world.cache.timezones()
  const prefer = await settlePreferences(parsed.prefer, settings, timezones)
  const dataRequest = { ...parsed, prefer }
  const scope = scopeFor(prefer)
  if (kind === 'function') return callFunction(scope, dataRequest, body)
  if (bodiless.has(request.method)) return readRelation(scope, dataRequest)
  return writeRelation(scope, dataRequest, bodyText(body))
}
