import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'

/** Environment variable by which Vitest's global set-up tells the workers where PostgreSQL is. */
export const clusterVariable = 'HOURSPACE_TEST_CLUSTER'
/** Environment variable with the run's temporary folder. */
export const folderVariable = 'HOURSPACE_TEST_FOLDER'
/** Databases that test databases are copied from: migrated and empty, or with the demo's data as well. */
export const templates = { none: 'hourspace_empty', demo: 'hourspace_demo' } as const

/** A database of its own for a test. */
export type TestDatabase = {
  /** URL for its owner, a superuser. */
  url: string
  /** Connections of that owner, closed by `drop`. */
  sql: Sql
  /** Ends every connection and removes the database. */
  drop(): Promise<void>
}

/**
 * Copies a migrated database in about 0.1 s. Roles belong to the cluster and are shared with other tests.
 *
 * @param seed `demo` only where the demo template was made, as `startWorld` does.
 */
export async function createTestDatabase(
  seed: keyof typeof templates = 'none',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer((admin) => admin.unsafe(`create database ${name} template ${templates[seed]}`))
  const url = testDatabaseUrl(name)
  const sql = postgres(url, { max: 4, onnotice: () => {} })
  const drop = async () => {
    await sql.end({ timeout: 1 })
    await administer((admin) => dropDatabase(admin, name))
  }
  return { url, sql, drop }
}

/** Folder of the run for temporary files; removed at its end. */
export function runFolder(): string {
  return fromSetUp(folderVariable)
}

function fromSetUp(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: run this through Vitest.`)
  return value
}

/** URL of a database in the run's cluster. */
export function testDatabaseUrl(name: string): string {
  const url = new URL(fromSetUp(clusterVariable))
  url.pathname = name
  return url.href
}

/** Runs statements on the cluster's maintenance database. */
export async function administer(work: (admin: Sql) => PromiseLike<unknown>): Promise<void> {
  const admin = postgres(testDatabaseUrl('postgres'), { max: 1, onnotice: () => {} })
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** A database with a replication slot cannot be dropped, so a backend that was not closed would block it. */
async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const slots =
      await admin`select slot_name, active from pg_replication_slots where database = ${name}`
    if (slots.length === 0) break
    for (const slot of slots.filter((row) => !row.active)) {
      await admin`select pg_drop_replication_slot(${slot.slot_name})`
    }
    await admin`select pg_sleep(0.02)`
  }
  await admin.unsafe(`drop database ${name} with (force)`)
}
