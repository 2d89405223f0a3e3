import type { Queryable } from '#backend/platform/database.ts'
import { withDatabaseSettings, type RestSettings } from '../rest-settings.ts'

/** What the role that requests come in by is set to, for every database and then for this one. */
const settingsQuery = `
  select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
  from pg_db_role_setting s
  join pg_roles r on r.oid = s.setrole and r.rolname = 'authenticator'
  cross join unnest(s.setconfig) as entry
  where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  order by s.setdatabase`

/** The settings with what the database itself says of them. Rejects when it cannot be asked. */
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
