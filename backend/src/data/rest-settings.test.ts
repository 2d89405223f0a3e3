import { expect, test } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { withDatabaseSettings } from './rest-settings.ts'

const { rest } = parseConfig({
  databaseUrl: 'postgres://x',
  siteUrl: 'http://localhost',
  jwtSecret: 'x'.repeat(32),
  anonKey: 'x',
  serviceRoleKey: 'x',
  storageDir: '/x',
})

test('withDatabaseSettings replaces server settings with the pgrst settings of the database role', () => {
  const settings = withDatabaseSettings(rest, [
    ['pgrst.db_schemas', 'api, public'],
    ['pgrst.db_max_rows', '7'],
    ['pgrst.db_aggregates_enabled', 'true'],
    ['pgrst.db_pre_request', 'api.check'],
    ['pgrst.openapi_mode', 'disabled'],
    ['statement_timeout', '1s'],
  ])
  expect(settings).toEqual({
    ...rest,
    schemas: ['api', 'public'],
    maxRows: 7,
    aggregates: true,
    preRequest: 'api.check',
    openapiMode: 'disabled',
  })
})

test('withDatabaseSettings ignores an invalid row limit, an empty schema list, and unknown modes and settings', () => {
  const entries = [
    ['pgrst.db_max_rows', 'many'],
    ['pgrst.db_schemas', ''],
    ['pgrst.openapi_mode', 'loud'],
    ['pgrst.constructor', 'x'],
  ] as const
  expect(withDatabaseSettings(rest, entries)).toEqual(rest)
})
