import { join } from 'node:path'
import type { S3Config } from '#backend/config/config.ts'
import type { Bytes } from './bytes.ts'
import { createDisk } from './disk.ts'
import { createSpool } from './spool.ts'

/**
 * The place that the settings name. S3's client is loaded only where it is used, as that takes half a
 * second. Rejects with ConfigError when the bucket cannot be used.
 */
export async function openBytes(dir: string, s3: S3Config | null): Promise<Bytes> {
  if (!s3) return createDisk(dir)
  const [{ createS3 }, { assertUsable, createS3Client }] = await Promise.all([
    import('./s3.ts'),
    import('./s3-client.ts'),
  ])
  const client = createS3Client(s3)
  await assertUsable(client, s3.bucket)
  return createS3(client, s3.bucket, createSpool(join(dir, 'uploads')))
}
