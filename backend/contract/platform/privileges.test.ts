import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

/**
 * Functions in the backend's schemas that anon and authenticated may execute.
 * supabase/tests/access.test.ts tests the privileges on the project's own schema.
 */
const functions = {
  auth: ['email', 'jwt', 'role', 'uid'],
  realtime: ['broadcast_changes', 'send', 'send_binary', 'topic'],
  realtime_internal: ['insert_probes', 'permissions'],
  storage: ['extension', 'filename', 'foldername', 'get_size_by_bucket', 'search'],
}
const rows = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
/**
 * Table privileges of anon and authenticated. Row-level security limits the rows to which these
 * privileges apply.
 */
const tables: Record<string, string[]> = {
  'realtime.messages': ['SELECT', 'INSERT', 'UPDATE'],
  'storage.buckets': rows,
  'storage.objects': rows,
}
const definers = ['realtime_internal.insert_probes']

const ofBackend = `nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'extensions')`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(['anon', 'authenticated', 'authenticator'])(
  'the role %s has exactly the privileges listed in privileges.test.ts on the schemas of the backend',
  async (role) => {
    const mayEnter = `has_schema_privilege('${role}', n.oid, 'usage')`
    const called = await database.sql.unsafe<{ schema: string; names: string[] }[]>(`
    select nspname as schema, json_agg(distinct proname order by proname) as names
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where ${ofBackend} and ${mayEnter} and has_function_privilege('${role}', p.oid, 'execute')
    group by 1`)
    const everybody = { realtime_internal: functions.realtime_internal }
    expect(Object.fromEntries(called.map(({ schema, names }) => [schema, names]))).toEqual(
      role === 'authenticator' ? everybody : functions,
    )

    const touched = await database.sql.unsafe<{ name: string; privileges: string[] }[]>(`
    select format('%s.%s', nspname, relname) as name, json_agg(privilege order by place) as privileges
    from pg_class c join pg_namespace n on n.oid = relnamespace,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES'])
        with ordinality as p (privilege, place)
    where ${ofBackend} and relkind in ('r', 'p', 'v', 'm', 'f') and case
      when privilege in ('DELETE', 'TRUNCATE', 'TRIGGER')
        then has_table_privilege('${role}', c.oid, privilege)
      else has_any_column_privilege('${role}', c.oid, privilege) end
    group by 1`)
    expect(Object.fromEntries(touched.map(({ name, privileges }) => [name, privileges]))).toEqual(
      role === 'authenticator' ? {} : tables,
    )

    const rest = await database.sql.unsafe(`
    select 'sequence ' || c.oid::regclass as what from pg_class c
    join pg_namespace n on n.oid = relnamespace
    where ${ofBackend} and case when relkind = 'S'
      then has_sequence_privilege('${role}', c.oid, 'usage, select, update') end
    union all
    select 'new things in ' || nspname from pg_namespace
    where nspname !~ '^pg_(toast_)?temp' and has_schema_privilege('${role}', oid, 'create')
    union all
    select 'its own rows of ' || c.oid::regclass from pg_class c where relowner = '${role}'::regrole`)
    expect(rest.map(({ what }) => what as string)).toEqual([])
  },
)

test('row-level security is enabled on every backend table that anon can read or write, and on every partition', async () => {
  const open = await database.sql.unsafe(`
    select c.oid::regclass::text as name from pg_class c
    join pg_namespace n on n.oid = relnamespace
    where ${ofBackend} and relkind in ('r', 'p') and not relrowsecurity
      and (has_any_column_privilege('anon', c.oid, 'select, insert, update')
        or exists (select from pg_inherits where inhrelid = c.oid))`)
  expect(open.map(({ name }) => name as string)).toEqual([])
})

test('security definer functions set an empty search_path and, except realtime_internal.insert_probes, cannot be executed by anon', async () => {
  const found = await database.sql.unsafe<{ name: string; path: string | null; open: boolean }[]>(`
    select format('%s.%s', nspname, proname) as name,
      (select e from unnest(proconfig) e where e like 'search\\_path=%') as path,
      has_function_privilege('anon', p.oid, 'execute') as open
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where ${ofBackend} and prosecdef
    order by 1`)
  expect(found.filter(({ path }) => path !== 'search_path=""')).toEqual([])
  expect(found.filter(({ open }) => open).map(({ name }) => name)).toEqual(definers)
})

test('only the schema public has default privileges for new objects', async () => {
  const given = await database.sql`
    select distinct defaclnamespace::regnamespace::text as schema from pg_default_acl`
  expect(given.map(({ schema }) => schema as string)).toEqual(['public'])
})
