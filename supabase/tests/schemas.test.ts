import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import {
  initialMigration,
  migrationFile,
  schemaPaths,
} from '@hourspace/launch/generate-migration.ts'
import { migrate } from '@hourspace/launch/migrate.ts'
import { readReleased } from '@hourspace/launch/released-migrations.ts'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import { compareCatalogs, readCatalog } from './catalog.ts'

const schemas = new URL('../schemas/', import.meta.url)
const readSchema = (name: string) => readFileSync(new URL(name, schemas), 'utf8')
const names = readdirSync(schemas)

const isUnreleased = readReleased().release === null

test.runIf(isUnreleased)(
  'until the first release, the initial migration equals the output of npm run migration',
  async () => {
    expect(
      (await initialMigration()) === readFileSync(migrationFile, 'utf8'),
      'Run `npm run migration`',
    ).toBe(true)
  },
)

test('config.toml lists every file in supabase/schemas exactly once', async () => {
  const listed = (await schemaPaths()).map((path) => path.replace('./schemas/', ''))
  expect(listed.toSorted()).toEqual(names.toSorted())
})

test('supabase/schemas defines each function once, and never replaces or drops an object', () => {
  const text = names.map(readSchema).join('\n')
  const functions = [...text.matchAll(/^create function (\S+?)\(/gm)].map(([, name]) => name)
  expect(functions.length).toBeGreaterThan(100)
  expect(functions.filter((name, index) => functions.indexOf(name) !== index)).toEqual([])
  expect(
    text.match(/^(create or replace|drop|alter policy|alter table .* (add|drop)).*$/gim),
  ).toBeNull()
})

test('running the schema files in order creates the same database as the migrations', async () => {
  const migrated = await createTestDatabase()
  const bare = await createTestDatabase('bare')
  await migrate({ databaseUrl: bare.url, supabaseDir: null })
  const built = postgres(bare.url, { max: 1, onnotice: () => {} })
  try {
    await built`set check_function_bodies = off`
    for (const path of await schemaPaths())
      await built.unsafe(readSchema(path.replace('./schemas/', ''))).simple()
    const catalog = await readCatalog(migrated.sql)
    expect(catalog.size).toBeGreaterThan(1_000)
    expect(compareCatalogs(catalog, await readCatalog(built))).toEqual([])
  } finally {
    await built.end()
    await Promise.all([bare.drop(), migrated.drop()])
  }
})

test('PostgreSQL accepts the body of every function in the migrated database', async () => {
  const database = await createTestDatabase()
  try {
    const functions = await database.sql<{ definition: string }[]>`
      select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'`
    // PostgreSQL did not check the bodies of the functions, because the migration turns off
    // check_function_bodies.
    const refused: unknown[] = []
    for (const { definition } of functions)
      await database.sql
        .unsafe(definition)
        .simple()
        .catch((error: unknown) => refused.push(error))
    expect(refused).toEqual([])
  } finally {
    await database.drop()
  }
})
