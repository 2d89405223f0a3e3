import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/**
 * `npm run types [database url]` writes `database.types.ts`. By default, it reads DATABASE_URL or
 * the database of the running marketplace.
 */
async function generateTypes(): Promise<void> {
  const url = process.argv[2] ?? process.env['DATABASE_URL'] ?? (await embeddedUrl())
  if (!url) {
    console.error('Start Hourspace, or name the database: npm run types -- postgres://…')
    process.exit(1)
  }
  const owner = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await writeFile(databaseTypesFile, await databaseTypes(owner))
  } finally {
    await owner.end()
  }
}

/** Returns the database URL in `keys.json`; undefined if Hourspace has not run on this machine. */
async function embeddedUrl(): Promise<string | undefined> {
  const file = join(process.env['HOURSPACE_DATA_DIR'] ?? '.hourspace', 'keys.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { databaseUrl?: string }).databaseUrl
}

if (import.meta.main) await generateTypes()
