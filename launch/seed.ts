import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import postgres, { type Sql } from 'postgres'

/** What a seed may use to fill an empty installation. */
type SeedWorld = {
  /** The database as its owner; everything written through it becomes visible at once, at the end. */
  sql: Sql
  /** Stores an object through the storage service, replacing one of the same name. */
  upload(bucket: string, path: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The moment of seeding; seeded dates are relative to it. */
  today: Date
  /** Tells Stripe's stand-in what was paid before; absent where Stripe itself takes the payments. */
  recordHistory?(history: object): Promise<void>
}

/** What {@link seedOnce} needs of the installation. */
type SeedOptions = {
  databaseUrl: string
  serviceRoleKey: string
  supabaseDir: string
  /** The key of Stripe's stand-in, where there is one. */
  standInKey: string | undefined
  /** Backend and stand-ins, in process. */
  fetch(request: Request): Promise<Response>
}

/**
 * Runs `seed/seed.ts` of the Supabase project if it was never run on this database. Several processes may call it.
 *
 * @returns whether it ran now.
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
        seed(world: SeedWorld): Promise<void>
      }
      // A transaction takes every query that a seed has; a cut-short seed leaves no rows behind.
      await seed({
        sql: transaction as unknown as Sql,
        upload: uploader(options),
        today: new Date(),
        recordHistory: historian(options),
      })
      await transaction`insert into hourspace_backend.seeds (name) values ('demo')`
      return true
    })
  } finally {
    await sql.end()
  }
}

/** Whether a database holds the demo's data. */
export async function isSeeded(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    return (await sql`select 1 from hourspace_backend.seeds where name = 'demo'`).length > 0
  } finally {
    await sql.end()
  }
}

function uploader({ fetch, serviceRoleKey }: SeedOptions): SeedWorld['upload'] {
  return async (bucket, path, bytes, contentType) => {
    const response = await fetch(
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

function historian({ fetch, standInKey }: SeedOptions): SeedWorld['recordHistory'] {
  if (!standInKey) return undefined
  return async (history) => {
    const response = await fetch(
      new Request('http://localhost/_sandbox/stripe/test/history', {
        method: 'POST',
        headers: { authorization: `Bearer ${standInKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(history),
      }),
    )
    if (!response.ok) throw new Error(`Stripe's stand-in refuses: ${await response.text()}`)
  }
}
