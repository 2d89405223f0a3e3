import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { format, resolveConfig } from 'prettier'
import { loadSchema } from '#backend/data/schema/load-schema.ts'
import { writeTypes } from './write-types.ts'

/**
 * `npm run types -- <database url>` (or DATABASE_URL): writes the types of the public schema to
 * web/app/data/database.types.ts, in the form supabase-js reads.
 */
const url = process.argv[2] ?? process.env['DATABASE_URL']
if (!url) {
  console.error('Give the database: npm run types -- postgres://…')
  process.exit(1)
}

const file = fileURLToPath(new URL('../web/app/data/database.types.ts', import.meta.url))
const owner = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
try {
  const source = writeTypes(await loadSchema(owner, ['public']))
  const style = await resolveConfig(file)
  await writeFile(file, await format(source, { ...style, parser: 'typescript' }))
} finally {
  await owner.end()
}
