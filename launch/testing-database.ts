import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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

/**
 * Its slots go with it, but not while somebody reads one: a backend that was not closed is sent away first, and
 * kept from coming back.
 */
async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin.unsafe(`alter database ${name} allow_connections false`)
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  const isRead = () =>
    admin`select from pg_replication_slots where database = ${name} and active`.then(
      ({ length }) => length > 0,
    )
  while (await isRead()) await sleep(20)
  await admin.unsafe(`drop database ${name} with (force)`)
}
