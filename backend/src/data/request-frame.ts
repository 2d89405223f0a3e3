import type { Caller } from '#backend/platform/caller.ts'
import type { Preferences } from './request/parse-prefer.ts'
import { requestSettings } from './request-settings.ts'
import { ApiError } from './respond/errors.ts'
import type { RestSettings } from './rest-settings.ts'
import type { Loaded } from './schema/schema-cache.ts'
import type { Schema, Setting } from './schema/schema.ts'
import type { Frame } from './scope.ts'
import { isRolledBack, searchPath } from './surroundings.ts'

/**
 * The transaction of a request: what SQL may know of it, and the settings that its role, its schema
 * and its preferences bring. `started` are the settings that sessions began with.
 */
export function requestFrame(
  request: Request,
  caller: Caller,
  { schema, settings }: Loaded,
  started: RestSettings,
  schemaName: string,
  prefer: Pick<Preferences, 'timezone' | 'tx'>,
): Frame {
  const { timezone, tx } = prefer
  return {
    facts: requestSettings(request),
    settings: [
      ...(schema.roles.get(caller.role)?.settings ?? []),
      ...pathSetting(started, settings, schemaName),
      ...(timezone === null ? [] : [['timezone', timezone] as const]),
    ],
    isRolledBack: isRolledBack(settings.txEnd, tx),
  }
}

/** A token may only bring a role that the login role is a member of. Throws ApiError. */
export function checkRole(schema: Schema, name: string): void {
  const role = schema.roles.get(name)
  if (role?.canEnter) return
  throw role
    ? new ApiError(403, '42501', `permission denied to set role "${name}"`)
    : new ApiError(401, '22023', `role "${name}" does not exist`, {
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
}

/** The search path of a request, where its session has another one. */
function pathSetting(
  started: RestSettings,
  now: RestSettings,
  schemaName: string,
): readonly Setting[] {
  const known = pathSettings.get(now) ?? new Map<string, readonly Setting[]>()
  pathSettings.set(now, known)
  const setting = known.get(schemaName) ?? newPathSetting(started, now, schemaName)
  known.set(schemaName, setting)
  return setting
}

/** By the settings, which are new after each reload, then by schema. */
const pathSettings = new WeakMap<RestSettings, Map<string, readonly Setting[]>>()

function newPathSetting(started: RestSettings, now: RestSettings, schemaName: string): Setting[] {
  const path = searchPath([schemaName, ...now.extraSearchPath])
  const ofSession = searchPath([...started.schemas, ...started.extraSearchPath])
  return path === ofSession ? [] : [['search_path', path]]
}
