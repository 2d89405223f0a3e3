import { writeFile } from 'node:fs/promises'
import postgres from 'postgres'
import { databaseTypes, databaseTypesFile } from './database-types.ts'

/**
 * `npm run types -- <database url>` (or DATABASE_URL): writes the types of the public schema to
 * web/app/data/database.types.ts, in the form supabase-js reads.
 */
const url = process.argv[2] ?? process.env['DATABASE_URL']
if (!url) {
  console.error('Give the database: npm run types -- postgres://…')
  process.exit(1)
}

const owner = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
try {
  await writeFile(databaseTypesFile, await databaseTypes(owner))
} finally {
  await owner.end()
}
