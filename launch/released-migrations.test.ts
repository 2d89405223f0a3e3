import { expect, test } from 'vitest'
import { nextMigration } from './generate-migration.ts'
import { migrationErrors, currentMigrations, readReleased } from './released-migrations.ts'

test('the migrations of the last release are unchanged and sort before newer migrations', () => {
  expect(migrationErrors(readReleased().migrations, currentMigrations())).toEqual([])
})

test('migrationErrors names each changed, removed or misordered migration and how to fix it', () => {
  const released = {
    'backend/sql/01_roles.sql': 'a',
    'supabase/migrations/20261122000000_initial_schema.sql': 'b',
    'supabase/migrations/20261201000000_released.sql': 'c',
  }
  const current = {
    'backend/sql/01_roles.sql': 'changed',
    'backend/sql/02_new.sql': 'd',
    'supabase/migrations/20261122000000_initial_schema.sql': 'b',
    'supabase/migrations/20261130000000_early.sql': 'e',
    'supabase/migrations/20261202000000_later.sql': 'f',
  }
  expect(migrationErrors(released, current)).toEqual([
    'backend/sql/01_roles.sql was changed after its release: restore it, and write a new migration instead',
    'supabase/migrations/20261201000000_released.sql was released and is missing: restore it, and write a new migration instead',
    'supabase/migrations/20261130000000_early.sql sorts before the released supabase/migrations/20261201000000_released.sql: give it a later name',
  ])
  expect(migrationErrors(released, { ...released, 'backend/sql/02_new.sql': 'd' })).toEqual([])
})

test('npm run migration rewrites the initial migration before the first release, and adds a dated file after the release', async () => {
  const now = new Date('2026-12-01T08:30:05.123Z')
  const rewritten = await nextMigration(undefined, null, now)
  expect(rewritten.file).toMatch(/20261122000000_initial_schema\.sql$/)
  const added = await nextMigration('add_opening_times', '0.2.0', now)
  expect(added.file).toMatch(/migrations\/20261201083005_add_opening_times\.sql$/)
  expect(added.text).toContain('databases of version 0.2.0')
  await expect(nextMigration(undefined, '0.2.0', now)).rejects.toThrow(
    'The migrations of 0.2.0 are released: run "npm run migration -- NAME"',
  )
  await expect(nextMigration('add_opening_times', null, now)).rejects.toThrow(
    'Nothing is released yet',
  )
})
