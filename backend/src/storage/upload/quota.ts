import type postgres from 'postgres'
import type { StorageContext } from '#backend/storage/context.ts'
import { StorageError } from '#backend/storage/errors.ts'

type QuotaCheck = {
  /** User who owns the content, or null for content of the server, which has no quota. */
  ownerId: string | null
  /** Version of the object being written, whose upload no longer counts as unfinished. */
  version?: string
  isNewUpload?: boolean
}

/**
 * Throws StorageError if the owner exceeds a quota. Must be called after a write, in the
 * transaction of the write.
 */
export async function assertWithinQuota(
  { config: { storage } }: StorageContext,
  sql: postgres.TransactionSql,
  { ownerId, version = '', isNewUpload = false }: QuotaCheck,
): Promise<void> {
  if (ownerId === null) return
  const [usage] = await sql<{ bytes: number; openUploads: number }[]>`
    select bytes::float8 as bytes, open_uploads::float8 as "openUploads"
    from storage_internal.usage_of_owner(${ownerId}, ${storage.fileSizeLimit}, ${version})`
  if (isNewUpload && usage!.openUploads > storage.maxOpenUploadsPerUser) {
    throw tooManyUploads(storage.maxOpenUploadsPerUser)
  }
  if (usage!.bytes > storage.maxBytesPerUser) throw quotaExceeded(storage.maxBytesPerUser)
}

function quotaExceeded(maxBytes: number): StorageError {
  const size = `${Math.round(maxBytes / 100_000) / 10} MB`
  return new StorageError(
    413,
    'Payload too large',
    'QuotaExceeded',
    `Your account may store ${size}. Please delete files you no longer need`,
  )
}

function tooManyUploads(max: number): StorageError {
  return new StorageError(
    429,
    'too_many_requests',
    'TooManyUploads',
    `You have ${max} unfinished uploads. Please finish or cancel one of them`,
  )
}
