import type { BackendConfig } from '#backend/config/config.ts'
import type { Queryable } from '#backend/platform/database.ts'

export type RestSettings = BackendConfig['rest']

type Reader = (text: string) => Partial<RestSettings>

const openapiModes = ['follow-privileges', 'ignore-privileges', 'disabled'] as const

const list = (text: string) => text.split(',').map((part) => part.trim())
const flag = (text: string) => ['true', 't', 'on', 'yes', '1'].includes(text.toLowerCase())

/** Parsers of the settings that the database can override, by their PostgREST names. */
const readers: Record<string, Reader> = {
  db_schemas: (text) => (text.trim() === '' ? {} : { schemas: list(text) }),
  db_extra_search_path: (text) => ({ extraSearchPath: list(text).filter((name) => name !== '') }),
  db_max_rows: (text) => (/^[1-9]\d{0,8}$/.test(text) ? { maxRows: Number(text) } : {}),
  db_aggregates_enabled: (text) => ({ aggregates: flag(text) }),
  db_plan_enabled: (text) => ({ plan: flag(text) }),
  db_pre_request: (text) => ({ preRequest: text.trim() || null }),
  openapi_mode: (text) => {
    const openapiMode = openapiModes.find((mode) => mode === text)
    return openapiMode ? { openapiMode } : {}
  },
}

/**
 * Applies the settings of `alter role authenticator set pgrst.… = …`. Ignores unknown settings,
 * invalid numbers, unknown modes and an empty schema list.
 */
export function withDatabaseSettings(
  settings: RestSettings,
  entries: readonly (readonly [name: string, value: string])[],
): RestSettings {
  return entries.reduce((merged, [name, value]) => {
    const key = name.replace(/^pgrst\./, '')
    const read = key !== name && Object.hasOwn(readers, key) ? readers[key] : undefined
    return read ? { ...merged, ...read(value) } : merged
  }, settings)
}

/**
 * Settings of the role authenticator. Settings for this database come last, because they override
 * the role's general settings.
 */
const settingsQuery = `
  select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
  from pg_db_role_setting s
  join pg_roles r on r.oid = s.setrole and r.rolname = 'authenticator'
  cross join unnest(s.setconfig) as entry
  where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  order by s.setdatabase`

export async function loadSettings(
  owner: Queryable,
  settings: RestSettings,
): Promise<RestSettings> {
  const rows = await owner.unsafe<{ name: string; value: string }[]>(settingsQuery)
  return withDatabaseSettings(
    settings,
    rows.map(({ name, value }) => [name, value]),
  )
}
