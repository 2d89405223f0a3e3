import { join } from 'node:path'
import type { S3Config } from '#backend/config/config.ts'
import type { ObjectStore } from './object-store.ts'
import { createDisk } from './disk.ts'
import { createTemporaryFiles } from './temporary-files.ts'

/**
 * Opens the object store. Imports the S3 client only if S3 is configured, because the import takes
 * half a second. Throws ConfigError if the S3 bucket cannot be used.
 */
export async function openObjectStore(dir: string, s3: S3Config | null): Promise<ObjectStore> {
  if (!s3) return createDisk(dir)
  const [{ createS3 }, { assertUsable, createS3Client }] = await Promise.all([
    import('./s3.ts'),
    import('./s3-client.ts'),
  ])
  const client = createS3Client(s3)
  await assertUsable(client, s3.bucket)
  return createS3(client, s3.bucket, createTemporaryFiles(join(dir, 'uploads')))
}
