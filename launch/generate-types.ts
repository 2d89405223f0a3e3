import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql } from 'postgres'
import { format, resolveConfig } from 'prettier'
import { loadSchema } from '@hourspace/backend/data/schema/load-schema.ts'
import { writeTypes } from './write-types.ts'

export const databaseTypesFile = fileURLToPath(
  new URL('../web/app/data/database.types.ts', import.meta.url),
)

export async function databaseTypes(owner: Sql): Promise<string> {
  const source = writeTypes(await loadSchema(owner, ['public']))
  const style = await resolveConfig(databaseTypesFile)
  return format(source, { ...style, parser: 'typescript' })
}

/** `npm run types [database url]` writes `database.types.ts`. The default URL is DATABASE_URL. */
async function generateTypes(): Promise<void> {
  const url = process.argv[2] ?? process.env['DATABASE_URL']
  if (!url) {
    console.error('Name the database: npm run types -- postgres://…')
    process.exit(1)
  }
  const owner = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await writeFile(databaseTypesFile, await databaseTypes(owner))
  } finally {
    await owner.end()
  }
}

if (import.meta.main) await generateTypes()
