import type { Caller } from '#backend/platform/caller.ts'
import type { RequestSettings } from '#backend/platform/database.ts'
import { identifier, type Statement } from './plan/sql.ts'
import type { Preferences } from './request/parse-prefer.ts'
import type { RestSettings } from './rest-settings.ts'
import type { Loaded } from './schema/schema-cache.ts'
import type { Setting } from './schema/schema.ts'

export type RequestTransaction = {
  request: RequestSettings
  settings: readonly Setting[]
  isRolledBack: boolean
}

/** Returns the transaction settings. `started` are the settings with which the server started. */
export function requestTransaction(
  request: Request,
  caller: Caller,
  { schema, settings }: Loaded,
  started: RestSettings,
  schemaName: string,
  prefer: Pick<Preferences, 'timezone' | 'tx'>,
): RequestTransaction {
  const { timezone, tx } = prefer
  return {
    request: requestSettings(request),
    settings: [
      ...(schema.roles.get(caller.role)?.settings ?? []),
      ...searchPathSetting(started, settings, schemaName),
      ...(timezone === null ? [] : [['timezone', timezone] as const]),
    ],
    isRolledBack: tx === null ? settings.txEnd.startsWith('rollback') : tx === 'rollback',
  }
}

/**
 * Returns the statements that run before the statements of a request: settings and the pre-request
 * function.
 */
export function transactionPrologue(
  settings: readonly Setting[],
  preRequest: string | null,
): Statement[] {
  return [
    ...(settings.length > 0 ? [settingsStatement(settings)] : []),
    ...(preRequest === null ? [] : [preRequestStatement(preRequest)]),
  ]
}

/**
 * Statements that roll back a transaction, after checking deferred constraints, so that clients see
 * the errors of these constraints.
 */
export const rollbackStatements: readonly Statement[] = [
  { text: 'set constraints all immediate', values: [] },
  { text: 'rollback', values: [] },
]

function settingsStatement(settings: readonly Setting[]): Statement {
  const values: string[] = []
  const calls = settings.map(([name, value]) => {
    values.push(name, value)
    return `set_config($${values.length - 1}, $${values.length}, true)`
  })
  return { text: `select ${calls.join(', ')}`, values }
}

function preRequestStatement(name: string): Statement {
  return { text: `select ${name.split('.').map(identifier).join('.')}()`, values: [] }
}

/**
 * Returns the `search_path` of a request if it differs from the `search_path` of the database
 * sessions.
 */
function searchPathSetting(
  started: RestSettings,
  current: RestSettings,
  schemaName: string,
): readonly Setting[] {
  const bySchema = searchPathSettings.get(current) ?? new Map<string, readonly Setting[]>()
  searchPathSettings.set(current, bySchema)
  const setting = bySchema.get(schemaName) ?? newSearchPathSetting(started, current, schemaName)
  bySchema.set(schemaName, setting)
  return setting
}

/** Search paths by settings object and schema. Each schema reload creates a new settings object. */
const searchPathSettings = new WeakMap<RestSettings, Map<string, readonly Setting[]>>()

function newSearchPathSetting(
  started: RestSettings,
  current: RestSettings,
  schemaName: string,
): Setting[] {
  const path = searchPath([schemaName, ...current.extraSearchPath])
  const ofSession = searchPath([...started.schemas, ...started.extraSearchPath])
  return path === ofSession ? [] : [['search_path', path]]
}

function searchPath(schemas: readonly string[]): string {
  return [...new Set(schemas)].map(identifier).join(', ')
}

function requestSettings({ method, url, headers }: Request): RequestSettings {
  const cookie = headers.get('cookie')
  return {
    method,
    path: pathOf(url),
    headersJson: JSON.stringify(Object.fromEntries(headers)),
    ...(cookie !== null && { cookiesJson: JSON.stringify(parseCookies(cookie)) }),
  }
}

/** Returns the URL path below /rest/v1. Parsing the whole URL is measurably slower. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  const path = start < 0 ? '' : url.slice(start, end < 0 ? undefined : end)
  return path.replace(/^\/rest\/v1/, '') || '/'
}

/** Returns the undecoded cookies by name. If a name occurs twice, the first cookie applies. */
function parseCookies(header: string): Record<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = (at < 0 ? pair : pair.slice(0, at)).trim()
    if (name !== '' && !cookies.has(name))
      cookies.set(name, at < 0 ? '' : pair.slice(at + 1).trim())
  }
  return Object.fromEntries(cookies)
}
