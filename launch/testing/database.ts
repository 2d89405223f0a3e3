import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { clusterVariable, fromSetup } from './run.ts'

/** Templates: `bare` has no schema, `none` has the migrated schema, `demo` adds the demo data. */
export const templates = {
  bare: 'template0',
  none: 'hourspace_empty',
  demo: 'hourspace_demo',
} as const

export type TestDatabase = {
  url: string
  sql: Sql
  drop(): Promise<void>
}

/**
 * Copies a template database in about 0.1 s. The template `demo` exists only after a call of
 * `ensureDemoTemplate`.
 */
export async function createTestDatabase(
  seed: keyof typeof templates = 'none',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes half the time of the default, which writes each page to the WAL.
  const copy = `template ${templates[seed]} strategy file_copy`
  await administer((admin) => admin.unsafe(`create database ${name} ${copy}`))
  const url = testDatabaseUrl(name)
  const sql = postgres(url, { max: 4, onnotice: () => {} })
  const drop = async () => {
    await sql.end({ timeout: 1 })
    await administer((admin) => dropDatabase(admin, name))
  }
  return { url, sql, drop }
}

export function testDatabaseUrl(name: string): string {
  const url = new URL(fromSetup(clusterVariable))
  url.pathname = name
  return url.href
}

export async function administer(work: (admin: Sql) => PromiseLike<unknown>): Promise<void> {
  const admin = postgres(testDatabaseUrl('postgres'), { max: 1, onnotice: () => {} })
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/**
 * Drops a database. First terminates its connections, because a running backend holds a replication
 * slot.
 */
async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin.unsafe(`alter database ${name} allow_connections false`)
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  const hasActiveSlot = () =>
    admin`select from pg_replication_slots where database = ${name} and active`.then(
      ({ length }) => length > 0,
    )
  while (await hasActiveSlot()) await sleep(20)
  await admin.unsafe(`drop database ${name} with (force)`)
}
