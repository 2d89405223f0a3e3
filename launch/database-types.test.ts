import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { databaseTypes, databaseTypesFile } from './database-types.ts'
import { createTestDatabase } from './testing/database.ts'

test('web/app/data/database.types.ts is current', async () => {
  const database = await createTestDatabase()
  try {
    const written = await readFile(databaseTypesFile, 'utf8')
    expect(
      (await databaseTypes(database.sql)) === written,
      'The migrations say something else: run `npm run types -- <database url>` on a migrated database',
    ).toBe(true)
  } finally {
    await database.drop()
  }
})
