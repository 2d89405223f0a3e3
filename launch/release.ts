import { readFileSync, writeFileSync } from 'node:fs'
import postgres from 'postgres'
import {
  migrationErrors,
  currentMigrations,
  readReleased,
  releasedFile,
} from './released-migrations.ts'
import { StartupError } from './startup-error.ts'
import { dumpData, writeReleaseData } from './testing/release-data.ts'
import { version } from './version.ts'

/**
 * `npm run release -- <database URL>` marks this version's migrations as released and saves the
 * demo data of that database for the upgrade test.
 */
async function release(demoUrl: string | undefined): Promise<void> {
  if (!demoUrl)
    throw new StartupError('Name a database with fresh demo data: npm run release -- DATABASE_URL')
  const { release: last, migrations } = readReleased()
  if (last === version)
    throw new StartupError(`${version} is released: raise "version" in the package.json files.`)
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  if (!changelog.includes(`\n## ${version} - `))
    throw new StartupError(`CHANGELOG.md has no section "## ${version} - <date>".`)
  const current = currentMigrations()
  const broken = migrationErrors(migrations, current)
  if (broken.length > 0) throw new StartupError(broken.join('\n'))
  const sql = postgres(demoUrl, { max: 1, onnotice: () => {} })
  try {
    const file = writeReleaseData(await dumpData(sql, version, Object.keys(current)))
    writeFileSync(
      releasedFile,
      `${JSON.stringify({ release: version, migrations: current }, null, 2)}\n`,
    )
    console.log(`Wrote ${releasedFile}\nWrote ${file}`)
  } finally {
    await sql.end()
  }
}

await release(process.argv[2]).catch((error: unknown) => {
  if (!(error instanceof StartupError)) throw error
  console.error(`✗ ${error.message}`)
  process.exitCode = 1
})
