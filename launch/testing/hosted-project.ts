import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres, { type Sql } from 'postgres'

const backendSql = new URL('../../backend/sql/', import.meta.url)
const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const owner = { name: 'hosted_owner', password: 'secret' }
const ownSchemas = ['hourspace_backend', 'auth_internal', 'storage_internal', 'realtime_internal']

/**
 * Prepares an empty database like a hosted project (docs/scaling.md), then applies the migrations
 * with the Supabase CLI.
 */
export async function pushToHostedProject(databaseUrl: string, cli: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(`create role ${owner.name} login password '${owner.password}'
      createdb createrole bypassrls replication`)
    await createServiceSchemas(sql)
    await transferSchema(sql, 'auth', 'supabase_auth_admin')
    await transferSchema(sql, 'storage', 'supabase_storage_admin')
    await grantToOwner(sql)
  } finally {
    await sql.end()
  }
  const url = new URL(databaseUrl)
  url.username = owner.name
  url.password = owner.password
  url.searchParams.set('sslmode', 'disable')
  await promisify(execFile)(cli, ['db', 'push', `--remote=${url.href}`, '--yes'], {
    cwd: projectDir,
  })
}

async function createServiceSchemas(sql: Sql): Promise<void> {
  await sql.unsafe('create schema hourspace_backend')
  for (const file of readdirSync(backendSql).toSorted()) {
    await sql.unsafe(readFileSync(new URL(file, backendSql), 'utf8')).simple()
    await sql.unsafe('reset all; reset role').simple()
  }
  await sql.unsafe(`drop schema if exists ${ownSchemas.join(', ')} cascade`)
}

async function transferSchema(sql: Sql, schema: string, role: string): Promise<void> {
  await sql.unsafe(`create role ${role} noinherit`)
  await sql.unsafe(`alter schema ${schema} owner to ${role}`)
  const objects = await sql<{ change: string }[]>`
    select format('alter table %s owner to %I', oid::regclass, ${role}::text) as change
    from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'v', 'p')
    union all
    select format('alter function %s owner to %I', oid::regprocedure, ${role}::text)
    from pg_proc where pronamespace = ${schema}::regnamespace`
  for (const { change } of objects) await sql.unsafe(change)
  await sql.unsafe(`grant usage on schema ${schema} to ${owner.name};
    grant all on all tables in schema ${schema} to ${owner.name};
    grant execute on all functions in schema ${schema} to ${owner.name}`)
}

async function grantToOwner(sql: Sql): Promise<void> {
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  // Grants what the extension supautils allows: policies and triggers on Supabase's own tables.
  await sql.unsafe(`grant supabase_auth_admin, supabase_storage_admin to ${owner.name};
    grant anon, authenticated, service_role to ${owner.name} with admin option;
    alter database ${database!.name} owner to ${owner.name};
    grant all on schema public to ${owner.name};
    alter schema extensions owner to ${owner.name};
    alter publication supabase_realtime owner to ${owner.name}`)
  for (const kind of ['tables', 'sequences', 'functions'])
    await sql.unsafe(`alter default privileges for role ${owner.name} in schema public
      grant all on ${kind} to anon, authenticated, service_role`)
}
