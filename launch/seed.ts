import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import postgres, { type Sql } from 'postgres'
import type { Backend } from '@hourspace/backend/main.ts'
import { people, personId } from '@hourspace/supabase/seed/people.ts'
import { StartupError } from './startup-error.ts'

/** Argument of `seed` in a project's `seed/seed.ts`. */
type SeedContext = {
  /** Connection as the database owner, in a transaction that commits after the seed. */
  sql: Sql
  upload(bucket: string, path: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Seeded dates are relative to this time. */
  today: Date
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
 * Runs the seed once per database, even with concurrent calls. Returns false if it ran before or
 * the project has no seed.
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
 * Returns whether the database contains demo accounts. Recognizes them by id, because users cannot
 * choose ids and a restored dump keeps them.
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

/** Throws StartupError if demo accounts exist, because their password is public. */
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
