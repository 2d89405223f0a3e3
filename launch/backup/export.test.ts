import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#launch/testing/database.ts'
import { ensureDemoTemplate } from '#launch/testing/product-server.ts'
import { type Export, exportData, exportName } from './export.ts'
import { importData } from './import.ts'
import { folderStore } from './store.ts'

const supabaseDir = fileURLToPath(new URL('../../supabase', import.meta.url))
let root: string
let folder: string
let source: TestDatabase
let target: TestDatabase
let made: Export

beforeAll(async () => {
  await ensureDemoTemplate()
  root = mkdtempSync(join(tmpdir(), 'hourspace-export-'))
  folder = join(root, 'export')
  const dataDir = join(root, 'data')
  mkdirSync(join(dataDir, 'storage', 'objects'), { recursive: true })
  writeFileSync(join(dataDir, 'storage', 'objects', 'photo'), 'a photo')
  writeFileSync(join(dataDir, 'keys.json'), '{"jwtSecret":"secret"}')
  source = await createTestDatabase('demo')
  target = await createTestDatabase('bare')
  // Values with a special syntax in PostgreSQL or JSON.
  await source.sql`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address) values
      (gen_random_uuid(), 'null', 'infinity', ''),
      (gen_random_uuid(), null, null, ${'quote " \\ \n \u2028 {,} NULL'}),
      (gen_random_uuid(), '{"n": 1e30, "big": 12345678901234567890}', '2026-03-29 02:30:00.123456+01', '')`
  made = await exportData({
    databaseUrl: source.url,
    dataDir,
    store: folderStore(folder),
    supabaseDir,
  })
}, 120_000)
afterAll(async () => {
  await source?.drop()
  await target?.drop()
  rmSync(root, { recursive: true, force: true })
})

function importInto(dataDir: string, from = folder, databaseUrl = target.url) {
  const open = async () => ({
    databaseUrl,
    ownerUrl: target.url,
    stop: () => Promise.resolve(),
  })
  return importData({ store: folderStore(from), dataDir, supabaseDir, open })
}

/** Returns the row count and a hash of each exported table, and the value of each sequence. */
async function contents(sql: Sql): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { name } of made.tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash
       from ${name} as t`,
    )
    found[name] = { ...row }
  }
  for (const { name } of made.sequences)
    found[name] = (await sql.unsafe(`select last_value::text from ${name}`))[0]!['last_value']
  return found
}

function changedExport(name: string, change: (data: Export) => void): string {
  const copy = join(root, name)
  mkdirSync(copy)
  const data = structuredClone(made)
  data.files = {}
  change(data)
  writeFileSync(join(copy, exportName), JSON.stringify(data))
  return copy
}

test('an import rejects an export that is incomplete, damaged, from a newer version or with changed migrations, and leaves no keys.json', async () => {
  const dataDir = join(root, 'refused')
  const newer = changedExport('newer', ({ migrations }) => {
    migrations['supabase/migrations/29990101000000'] = null
  })
  await expect(importInto(dataDir, newer)).rejects.toThrow('newer than')
  const changed = changedExport('changed', ({ migrations }) => {
    migrations['backend/sql/01_roles.sql'] = 'other'
  })
  await expect(importInto(dataDir, changed)).rejects.toThrow(
    'backend/sql/01_roles.sql has changed since it was applied',
  )
  const photo = join(folder, 'storage', 'objects', 'photo')
  await appendFile(photo, '!')
  await expect(importInto(dataDir)).rejects.toThrow(`${photo} is missing or damaged`)
  writeFileSync(photo, 'a photo')
  await expect(importInto(dataDir, root)).rejects.toThrow('is no complete export')
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(false)
})

test('an import by a role that may not set session_replication_role changes nothing, and its error names the missing grant', async () => {
  const name = `importer_${process.pid}`
  await target.sql.unsafe(`create role ${name} login password 'secret'`)
  const url = Object.assign(new URL(target.url), { username: name, password: 'secret' })
  try {
    await expect(importInto(join(root, 'powerless'), folder, url.href)).rejects.toThrow(
      `grant set on parameter session_replication_role to ${name}`,
    )
    const [found] = await target.sql`select to_regnamespace('hourspace_backend') as schema`
    expect(found!['schema']).toBeNull()
  } finally {
    await target.sql.unsafe(`drop role ${name}`)
  }
})

test('an import restores every row, sequence, file and key of the export', async () => {
  const dataDir = join(root, 'imported')
  mkdirSync(join(dataDir, 'import.unfinished'), { recursive: true })
  await importInto(dataDir)
  expect(await contents(target.sql)).toEqual(await contents(source.sql))
  const rows = (name: string) => made.tables.find((table) => table.name === name)!.rows
  expect(rows('public.bookings')).toBeGreaterThan(100)
  expect(rows('public.ledger_entries')).toBeGreaterThan(100)
  expect(rows('auth.users')).toBeGreaterThan(5)
  expect(readFileSync(join(dataDir, 'storage/objects/photo'), 'utf8')).toBe('a photo')
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toMatch('jwtSecret')
  // A second import fails, because the database of the first import is not empty.
  await expect(importInto(join(root, 'again'))).rejects.toThrow('The database is not empty')
  await expect(importInto(dataDir)).rejects.toThrow('is not empty: import into a new folder')
  const again = { databaseUrl: source.url, dataDir, store: folderStore(folder), supabaseDir }
  await expect(exportData(again)).rejects.toThrow('is not empty: export into a new folder')
})
