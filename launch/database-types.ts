import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { format, resolveConfig } from 'prettier'
import { loadSchema } from '@hourspace/backend/data/schema/load-schema.ts'
import { writeTypes } from './write-types.ts'

/** Where the types of the database are kept. */
export const databaseTypesFile = fileURLToPath(
  new URL('../web/app/data/database.types.ts', import.meta.url),
)

/** What that file holds for a migrated database, read by its owner. */
export async function databaseTypes(owner: Sql): Promise<string> {
  const source = writeTypes(await loadSchema(owner, ['public']))
  const style = await resolveConfig(databaseTypesFile)
  return format(source, { ...style, parser: 'typescript' })
}
