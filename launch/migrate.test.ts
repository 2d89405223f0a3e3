import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { runFolder } from './testing/run.ts'

let database: TestDatabase
let supabaseDir: string

beforeEach(async () => {
  database = await createTestDatabase()
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

test('files are applied once, in the order of their names, whoever races', async () => {
  write('20300101000002_fill.sql', 'insert into made values (1);')
  write('20300101000001_make.sql', 'create table made (n int);')
  const counts = await Promise.all([run(), run()])
  expect(counts.sort()).toEqual([0, 2])
  expect(await database.sql`select n from made`).toEqual([{ n: 1 }])
})

test('a file that fails leaves nothing behind and says where', async () => {
  write('20300101000001_half.sql', 'create table half (n int);\nselect nonsense;')
  await expect(run()).rejects.toThrow(
    'supabase/migrations/20300101000001_half.sql:2 fails: column "nonsense" does not exist',
  )
  expect(await database.sql`select to_regclass('half') as half`).toEqual([{ half: null }])
})

test('a file that was changed after it had been applied is refused', async () => {
  write('20300101000001_make.sql', 'create table made (n int);')
  await run()
  write('20300101000001_make.sql', 'create table made (n bigint);')
  await expect(run()).rejects.toThrow('20300101000001_make.sql was changed after')
})

test('what a file sets for itself does not reach the next one', async () => {
  write('20300101000001_path.sql', 'create schema other; set search_path = other;')
  write('20300101000002_make.sql', 'create table made (n int);')
  await run()
  expect(await database.sql`select to_regclass('public.made')::text as made`).toEqual([
    { made: 'made' },
  ])
})
