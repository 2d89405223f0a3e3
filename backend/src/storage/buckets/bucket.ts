import type { Caller } from '#backend/platform/caller.ts'
import type { Queryable } from '#backend/platform/database.ts'
import {
  bucketNotFound,
  featureNotEnabled,
  invalidRequest,
  StorageError,
} from '#backend/storage/errors.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { z } from 'zod'

export type Bucket = {
  id: string
  name: string
  owner: string | null
  public: boolean
  /** Bytes; null for the service's own limit. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

/** What of `storage.buckets` makes a Bucket. */
export function bucketColumns(sql: Queryable) {
  return sql`
    id, name, 'STANDARD' as type, coalesce(owner::text, '') as owner, public,
    file_size_limit::float8 as file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types,
    created_at, updated_at`
}

/** What the client may ask of a bucket that only some plans of Supabase have. Throws StorageError. */
export function assertPlain(body: {
  type?: string | null | undefined
  versioning_status?: string | null | undefined
  lifecycle_configuration?: unknown
}): void {
  if (body.type && body.type !== 'STANDARD') throw featureNotEnabled('analytics buckets')
  if (body.versioning_status && body.versioning_status !== 'DISABLED') {
    throw featureNotEnabled('versioning')
  }
  if (body.lifecycle_configuration) throw featureNotEnabled('lifecycle')
}

export const bucketSettings = z.object({
  type: z.string().nullish(),
  versioning_status: z.string().nullish(),
  lifecycle_configuration: z.unknown().optional(),
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
})

/** A bucket as its rules need to be known, whoever asks. Throws StorageError. */
export async function findBucket(world: StorageWorld, id: string): Promise<Bucket> {
  const { owner } = world.database
  const [bucket] = await owner<Bucket[]>`
    select ${bucketColumns(owner)} from storage.buckets where id = ${id}`
  if (!bucket) throw bucketNotFound()
  return bucket
}

/** A bucket as far as the caller may see it. Throws StorageError. */
export async function findVisibleBucket(
  world: StorageWorld,
  caller: Caller,
  id: string,
): Promise<Bucket> {
  const [bucket] = await world.database.transactionAsCaller(
    caller,
    (sql) => sql<Bucket[]>`
      select ${bucketColumns(sql)} from storage.buckets where id = ${id}`,
  )
  if (!bucket) throw bucketNotFound()
  return bucket
}

/** Refuses a name that would not survive a URL. */
export function assertBucketName(name: string): void {
  const isWord = /^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(name) && name.trim() === name
  if (!isWord || name === '.' || name === '..') {
    throw new StorageError(400, 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid')
  }
}

/** Bytes of the largest object `bucket` takes. */
export function sizeLimitOf({ config }: StorageWorld, bucket: Bucket): number {
  return Math.min(bucket.file_size_limit ?? Infinity, config.storage.fileSizeLimit)
}

const units: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** Bytes of a limit written as a number or as "20mb"; null for none. */
export function parseSizeLimit(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined || limit === '') return null
  const match = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)?$/i.exec(String(limit).trim())
  if (!match) throw invalidRequest(`${limit} is not a valid file size limit`)
  return Math.floor(Number(match[1]) * units[(match[2] ?? 'b').toLowerCase()]!)
}

/** The kinds of file a bucket takes, as a JSON text for `jsonb`. */
export function parseMimeTypes(types: string[] | null | undefined): string | null {
  if (!types) return null
  for (const type of types) {
    if (!/^([\w.+-]+|\*)\/([\w.+-]+|\*)$/.test(type)) {
      throw invalidRequest(`${type} is not a valid mime type`)
    }
  }
  return JSON.stringify(types)
}
