import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { callFunction } from './call-function.ts'
import { checkMethod, describeMethods } from './describe-methods.ts'
import { readRoot } from './openapi/read-root.ts'
import { readRelation } from './read-relation.ts'
import { parseProfile, parseRequest } from './request/parse-request.ts'
import { bodyText, readBody } from './request/read-body.ts'
import { requestFacts } from './request-facts.ts'
import { ApiError, noSchema } from './respond/errors.ts'
import type { RestSettings } from './rest-settings.ts'
import type { Loaded, SchemaCache } from './schema/schema-cache.ts'
import type { Schema, Setting } from './schema/schema.ts'
import { createScope, type Frame } from './scope.ts'
import { settlePreferences } from './settle-preferences.ts'
import { isRolledBack, searchPath } from './surroundings.ts'
import type { Target } from './target.ts'
import { writeRelation } from './write-relation.ts'

/** What requests are answered with. */
export type DataWorld = {
  cache: SchemaCache
  database: Database
  /** As the process was started; sessions have their search path from them. */
  settings: RestSettings
}

/** Errors that a schema newer than the one in hand might not give. */
const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])

/** Answers one request of a caller. Throws ApiError, and what the connection throws. */
export async function answerRequest(
  world: DataWorld,
  request: Request,
  target: Target,
  caller: Caller,
): Promise<Response> {
  const { cache } = world
  const { method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  checkMethod(method, target)
  const loaded = await cache.get().catch(() => {
    throw noSchema()
  })
  const body = isRead || method === 'OPTIONS' ? Buffer.alloc(0) : await readBody(request)
  try {
    return await answer(loaded)
  } catch (error) {
    const isMiss = error instanceof ApiError && missCodes.has(error.code)
    const newer = isMiss ? await cache.getNewer()?.catch(() => null) : null
    if (!newer) throw error
    return answer(newer)
  }

  async function answer({ schema, settings }: Loaded): Promise<Response> {
    checkRole(schema, caller.role)
    const profile = request.headers.get(
      isRead || method === 'OPTIONS' ? 'accept-profile' : 'content-profile',
    )
    const schemaName = parseProfile(profile, settings.schemas)
    if (method === 'OPTIONS') {
      const names = [...new URL(request.url).searchParams.keys()]
      return describeMethods(schema, schemaName, target, names)
    }
    const { settings: roleSettings } = schema.roles.get(caller.role) ?? { settings: [] }
    const frame: Frame = {
      facts: requestFacts(request),
      settings: [...roleSettings, ...pathSetting(world.settings, settings, schemaName)],
      isRolledBack: false,
    }
    if (target.kind === 'root') {
      const scope = createScope(world.database, schema, caller, settings, frame)
      return readRoot(scope, settings, schemaName, request)
    }
    const parsed = parseRequest(request, { ...target, kind: target.kind }, settings.schemas)
    const prefer = await settlePreferences(parsed.prefer, settings, () => cache.timezones())
    const scope = createScope(world.database, schema, caller, settings, {
      ...frame,
      settings: [
        ...frame.settings,
        ...(prefer.timezone === null ? [] : [['timezone', prefer.timezone] as const]),
      ],
      isRolledBack: isRolledBack(settings.txEnd, prefer.tx),
    })
    const dataRequest = { ...parsed, prefer }
    const response =
      target.kind === 'function'
        ? await callFunction(scope, dataRequest, body)
        : isRead
          ? await readRelation(scope, dataRequest)
          : await writeRelation(scope, dataRequest, bodyText(body))
    // Whoever could have asked for another schema hears which one this is.
    const isNegotiated = profile !== null || settings.schemas.length > 1
    if (isNegotiated && response.headers.has('content-type')) {
      response.headers.set('Content-Profile', schemaName)
    }
    return response
  }
}

/** The search path of a request, where its session has another one. */
function pathSetting(started: RestSettings, now: RestSettings, schemaName: string): Setting[] {
  const path = searchPath([schemaName, ...now.extraSearchPath])
  const ofSession = searchPath([...started.schemas, ...started.extraSearchPath])
  return path === ofSession ? [] : [['search_path', path]]
}

/** A token may only bring a role that the login role is a member of. */
function checkRole(schema: Schema, name: string): void {
  const role = schema.roles.get(name)
  if (role?.canEnter) return
  throw role
    ? new ApiError(403, '42501', `permission denied to set role "${name}"`)
    : new ApiError(401, '22023', `role "${name}" does not exist`, {
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
}
