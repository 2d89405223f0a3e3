import type { Caller } from '#backend/platform/caller.ts'
import type { Queryable } from '#backend/platform/database.ts'
import {
  bucketNotFound,
  featureNotEnabled,
  invalidRequest,
  StorageError,
} from '#backend/storage/errors.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import { z } from 'zod'

export type Bucket = {
  id: string
  name: string
  owner: string | null
  public: boolean
  /** Maximum object size in bytes, or null if only the service-wide limit applies. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

export function bucketColumns(sql: Queryable) {
  return sql`
    id, name, 'STANDARD' as type, coalesce(owner::text, '') as owner, public,
    file_size_limit::float8 as file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types,
    created_at, updated_at`
}

/** Throws StorageError for unsupported features: analytics buckets, versioning and lifecycle. */
export function assertStandardBucket(body: {
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

/**
 * Returns a bucket without checking permissions. Throws StorageError if the bucket does not exist.
 */
export async function findBucket(context: StorageContext, id: string): Promise<Bucket> {
  const { owner } = context.database
  const [bucket] = await owner<Bucket[]>`
    select ${bucketColumns(owner)} from storage.buckets where id = ${id}`
  if (!bucket) throw bucketNotFound()
  return bucket
}

/**
 * Returns a bucket. Throws StorageError if the bucket does not exist or the caller may not read it.
 */
export async function findVisibleBucket(
  context: StorageContext,
  caller: Caller,
  id: string,
): Promise<Bucket> {
  const [bucket] = await context.database.transactionAsCaller(
    caller,
    (sql) => sql<Bucket[]>`
      select ${bucketColumns(sql)} from storage.buckets where id = ${id}`,
  )
  if (!bucket) throw bucketNotFound()
  return bucket
}

/** Throws StorageError if a bucket name is empty, too long or contains invalid characters. */
export function assertBucketName(name: string): void {
  const isWord = /^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(name) && name.trim() === name
  if (!isWord || name === '.' || name === '..') {
    throw new StorageError(400, 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid')
  }
}

export function sizeLimitOf({ config }: StorageContext, bucket: Bucket): number {
  return Math.min(bucket.file_size_limit ?? Infinity, config.storage.fileSizeLimit)
}

const units: Record<string, number> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
}

/**
 * Converts a size limit such as 20, "20mb" (20,000,000) or "20MiB" to bytes. Returns null for a
 * missing or empty limit. Throws StorageError for an invalid limit.
 */
export function parseSizeLimit(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined || limit === '') return null
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]i?b|b)?$/i.exec(String(limit).trim())
  if (!match) throw invalidRequest(`${limit} is not a valid file size limit`)
  return Math.round(Number(match[1]) * units[(match[2] ?? 'b').toLowerCase()]!)
}

/**
 * Validates MIME types and returns them as a JSON array. Throws StorageError for an invalid type.
 */
export function parseMimeTypes(types: string[] | null | undefined): string | null {
  if (!types) return null
  for (const type of types) {
    if (!/^([\w.+-]+|\*)\/([\w.+-]+|\*)$/.test(type)) {
      throw invalidRequest(`${type} is not a valid mime type`)
    }
  }
  return JSON.stringify(types)
}
