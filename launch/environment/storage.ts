import { z } from 'zod'
import type { BackendConfigInput, S3Config } from '@hourspace/backend/config/config.ts'
import { StartupError } from '../startup-error.ts'
import { count, flag, text, webUrl } from './values.ts'

/**
 * Without an access key, the S3 client uses the default credential provider chain of the AWS SDK,
 * which includes IAM roles.
 */
export const storageSection = z.object({
  FILE_SIZE_LIMIT: count
    .optional()
    .describe('Maximum size of a stored object in bytes; a bucket can only lower it'),
  STORAGE_MAX_BYTES_PER_USER: count
    .optional()
    .describe('Maximum size of all files of one user in bytes, including unfinished uploads'),
  STORAGE_MAX_OPEN_UPLOADS_PER_USER: count
    .optional()
    .describe('Maximum number of unfinished resumable uploads of one user'),
  S3_BUCKET: text(
    'Bucket of an S3-compatible store for uploaded files. The settings below also apply to a `BACKUP_DIR` in S3. Credentials are the two keys, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or the machine’s role',
  ),
  S3_ACCESS_KEY_ID: text('Access key ID; requires the next variable'),
  S3_SECRET_ACCESS_KEY: text('Secret access key'),
  S3_REGION: text('Region of the bucket'),
  S3_ENDPOINT: webUrl.optional().describe('URL of an S3-compatible store other than Amazon S3'),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe('Puts the bucket into the path of URLs instead of the host name'),
})

type StorageSection = z.output<typeof storageSection>

export function storageSettings(environment: StorageSection): BackendConfigInput['storage'] {
  const { FILE_SIZE_LIMIT, S3_BUCKET } = environment
  return {
    fileSizeLimit: FILE_SIZE_LIMIT,
    maxBytesPerUser: environment.STORAGE_MAX_BYTES_PER_USER,
    maxOpenUploadsPerUser: environment.STORAGE_MAX_OPEN_UPLOADS_PER_USER,
    s3: S3_BUCKET ? { bucket: S3_BUCKET, ...s3Settings(environment) } : null,
  }
}

/**
 * Settings of the S3-compatible service for uploads and backups. The bucket is a separate setting.
 */
export function s3Settings(environment: StorageSection): Omit<S3Config, 'bucket'> {
  return {
    region: environment.S3_REGION ?? 'us-east-1',
    endpoint: environment.S3_ENDPOINT ?? null,
    forcePathStyle: environment.S3_FORCE_PATH_STYLE ?? false,
    credentials: s3Credentials(environment),
  }
}

function s3Credentials(environment: StorageSection): S3Config['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  if (!accessKeyId && !secretAccessKey) return null
  const missing = accessKeyId ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'
  throw new StartupError(`${missing} is missing: set both S3 keys or neither.`)
}
