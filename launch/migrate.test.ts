import { company } from '@hourspace/domain/company.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { runFolder } from './testing/run.ts'
import { version } from './version.ts'

let database: TestDatabase
let supabaseDir: string

beforeEach(async () => {
  database = await createTestDatabase()
  // Clears the template's migration history, because these tests apply their own migration files.
  await database.sql`truncate supabase_migrations.schema_migrations`
  supabaseDir = mkdtempSync(join(runFolder(), 'project-'))
  mkdirSync(join(supabaseDir, 'migrations'))
})

afterEach(async () => {
  await database.drop()
  rmSync(supabaseDir, { recursive: true })
})

function write(name: string, text: string): void {
  writeFileSync(join(supabaseDir, 'migrations', name), text)
}

const run = () => migrate({ databaseUrl: database.url, supabaseDir })

test('migrate applies each file once and in name order when two processes start concurrently', async () => {
  write('20300101000002_fill.sql', 'insert into made values (1);')
  write('20300101000001_make.sql', 'create table made (n int);')
  const applied = await Promise.all([run(), run()])
  expect(applied.map(({ length }) => length).sort()).toEqual([0, 2])
  expect(await database.sql`select n from made`).toEqual([{ n: 1 }])
})

test('migrate rolls back a file that fails and reports its name and line', async () => {
  write('20300101000001_half.sql', 'create table half (n int);\nselect nonsense;')
  await expect(run()).rejects.toThrow(
    'supabase/migrations/20300101000001_half.sql:2 fails: column "nonsense" does not exist',
  )
  expect(await database.sql`select to_regclass('half') as half`).toEqual([{ half: null }])
})

const howToReset = `To reset, stop ${company.name} and delete the data folder, or use another database.`

test('migrate changes nothing and fails if an applied migration was edited', async () => {
  write('20300101000002_make.sql', 'create table made (n int);')
  await run()
  write('20300101000001_new.sql', 'create table other (n int);')
  write('20300101000002_make.sql', 'create table made (n bigint);')
  await expect(run()).rejects.toThrow(
    `The database was created by another version: supabase/migrations/20300101000002_make.sql has changed since it was applied. ${howToReset}`,
  )
  expect(await database.sql`select to_regclass('other') as other`).toEqual([{ other: null }])
})

test('migrate changes nothing and fails if an applied migration no longer exists', async () => {
  await database.sql`insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('20261121000100', 'profiles', ${['create table profiles ()']})`
  write('20261122000000_initial_schema.sql', 'create table initial (n int);')
  await expect(run()).rejects.toThrow(
    `The database was created by another version: migration 20261121000100 of it is no longer in supabase/migrations. ${howToReset}`,
  )
  expect(await database.sql`select to_regclass('initial') as initial`).toEqual([{ initial: null }])
})

test('migrate changes nothing and fails if an applied backend migration no longer exists', async () => {
  await database.sql`insert into hourspace_backend.migrations (version, checksum)
    values ('0001', 'of another file')`
  write('20300101000001_make.sql', 'create table made (n int);')
  await expect(run()).rejects.toThrow(
    `The database was created by another version: migration 0001 of it is no longer in backend/sql. ${howToReset}`,
  )
  expect(await database.sql`select to_regclass('made') as made`).toEqual([{ made: null }])
})

test("migrate rejects a database with a newer migration, unless the migration's minimum version is the running version or older", async () => {
  write('20300101000001_make.sql', 'create table made (n int);')
  await run()
  const migratedBy = (text: string) => database.sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('20300101000002', 'newer', ${[text]})
    on conflict (version) do update set statements = excluded.statements`
  for (const text of ['drop table made;', '-- Minimum version: 99.0.0\ndrop table made;']) {
    await migratedBy(text)
    await expect(run()).rejects.toThrow(
      `The database was migrated by a version of ${company.name} newer than ${version} (supabase/migrations/20300101000002): start that version, or restore a backup from before the upgrade.`,
    )
  }
  await migratedBy(`-- Minimum version: ${version}\nalter table made add column m int;`)
  expect(await run()).toEqual([])
})

test("migrate rejects a database with a newer backend migration, unless the migration's minimum version is the running version or older", async () => {
  const migratedFor = (minimum: string | null) => database.sql`
    insert into hourspace_backend.migrations (version, checksum, minimum_version)
    values ('99', 'of a newer file', ${minimum})
    on conflict (version) do update set minimum_version = excluded.minimum_version`
  await migratedFor(null)
  await expect(run()).rejects.toThrow('(backend/sql/99): start that version')
  await migratedFor(version)
  expect(await run()).toEqual([])
})

test('a dry run returns the pending migrations and applies none', async () => {
  write('20300101000001_make.sql', 'create table made (n int);')
  const pending = ['supabase/migrations/20300101000001_make.sql']
  expect(await migrate({ databaseUrl: database.url, supabaseDir, dryRun: true })).toEqual(pending)
  expect(await run()).toEqual(pending)
})

test('migrate resets a search path set by one migration before it applies the next migration', async () => {
  write('20300101000001_path.sql', 'create schema other; set search_path = other;')
  write('20300101000002_make.sql', 'create table made (n int);')
  await run()
  expect(await database.sql`select to_regclass('public.made')::text as made`).toEqual([
    { made: 'made' },
  ])
})
