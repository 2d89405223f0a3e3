import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import postgres, { type Sql } from 'postgres'
import { people, personId } from '@hourspace/supabase/seed/people.ts'
import type { Backend } from './services.ts'
import { StartupError } from './startup-error.ts'

/** Argument of the function `seed` in `seed/seed.ts` of a Supabase project. */
type SeedContext = {
  /** Connection as the database owner, in a transaction that commits when the seed has finished. */
  sql: Sql
  upload(bucket: string, path: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Start time of the seed; seeded dates are relative to it. */
  today: Date
  /** Adds past payments to the Stripe fake; undefined if real Stripe is configured. */
  recordHistory?(history: object): Promise<void>
}

type SeedOptions = {
  databaseUrl: string
  serviceRoleKey: string
  supabaseDir: string
  backend: Pick<Backend, 'fetch'>
  stripeFake?: { secretKey: string; fetch(request: Request): Promise<Response> }
}

/**
 * Runs `seed/seed.ts` unless it has already run on this database; safe to call concurrently.
 * Returns whether the seed ran now.
 */
export async function seedOnce(options: SeedOptions): Promise<boolean> {
  const file = join(options.supabaseDir, 'seed', 'seed.ts')
  if (!existsSync(file)) return false
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await sql.begin(async (transaction) => {
      await transaction`lock table hourspace_backend.seeds in exclusive mode`
      const [done] = await transaction`select 1 from hourspace_backend.seeds where name = 'demo'`
      if (done) return false
      const { seed } = (await import(pathToFileURL(file).href)) as {
        seed(context: SeedContext): Promise<void>
      }
      await seed({
        sql: transaction as unknown as Sql,
        upload: uploader(options),
        today: new Date(),
        recordHistory: historyRecorder(options),
      })
      await transaction`insert into hourspace_backend.seeds (name) values ('demo')`
      return true
    })
  } finally {
    await sql.end()
  }
}

/**
 * Returns whether demo accounts exist. Compares IDs, which users cannot choose and which stay the
 * same in a restored dump or after a change of email or password.
 */
export async function hasDemoAccounts(databaseUrl: string): Promise<boolean> {
  const ids = people.map(({ name }) => personId(name))
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    return (await sql`select from auth.users where id = any(${ids}) limit 1`).length > 0
  } finally {
    await sql.end()
  }
}

/** Throws StartupError if demo accounts exist: their password is public and some are admins. */
export async function refuseDemoAccounts(databaseUrl: string): Promise<void> {
  if (!(await hasDemoAccounts(databaseUrl))) return
  throw new StartupError(
    'The database contains the demo accounts, whose password is public: set DATABASE_URL or HOURSPACE_DATA_DIR to another database, or set SANDBOX=1 for a public demo.',
  )
}

function uploader({ backend, serviceRoleKey }: SeedOptions): SeedContext['upload'] {
  return async (bucket, path, bytes, contentType) => {
    const response = await backend.fetch(
      new Request(`http://localhost/storage/v1/object/${bucket}/${path}`, {
        method: 'POST',
        headers: {
          apikey: serviceRoleKey,
          authorization: `Bearer ${serviceRoleKey}`,
          'content-type': contentType,
          'cache-control': 'max-age=31536000',
          'x-upsert': 'true',
        },
        body: bytes as Uint8Array<ArrayBuffer>,
      }),
    )
    if (!response.ok) throw new Error(`Cannot store ${bucket}/${path}: ${await response.text()}`)
  }
}

function historyRecorder({ stripeFake }: SeedOptions): SeedContext['recordHistory'] {
  if (!stripeFake) return undefined
  return async (history) => {
    const response = await stripeFake.fetch(
      new Request('http://localhost/_sandbox/stripe/test/history', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stripeFake.secretKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(history),
      }),
    )
    if (!response.ok)
      throw new Error(`The Stripe fake rejected the payment history: ${await response.text()}`)
  }
}
