import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { databaseTypes, databaseTypesFile } from './generate-types.ts'
import { createTestDatabase } from './testing/database.ts'

test('web/app/data/database.types.ts matches the schema of the database', async () => {
  const database = await createTestDatabase()
  try {
    const written = await readFile(databaseTypesFile, 'utf8')
    expect(
      (await databaseTypes(database.sql)) === written,
      'Run `npm run types -- <database url>` on a migrated database',
    ).toBe(true)
  } finally {
    await database.drop()
  }
})
