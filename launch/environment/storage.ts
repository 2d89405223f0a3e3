import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { StartupError } from '../startup-error.ts'
import { count, flag, text, webUrl } from './values.ts'

/** Without an access key, the S3 client finds credentials itself, for example from an IAM role. */
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
    'Bucket of an S3-compatible store for uploaded files; credentials are the two keys below, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or the machine’s role',
  ),
  S3_ACCESS_KEY_ID: text('Access key ID; requires the next variable'),
  S3_SECRET_ACCESS_KEY: text('Secret access key'),
  S3_REGION: text('Region of the bucket'),
  S3_ENDPOINT: webUrl.optional().describe('URL of an S3-compatible store other than Amazon S3'),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe('Puts the bucket into the path of URLs instead of the host name'),
})

export function storageSettings(
  environment: z.output<typeof storageSection>,
): BackendConfigInput['storage'] {
  const { FILE_SIZE_LIMIT, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE } = environment
  return {
    fileSizeLimit: FILE_SIZE_LIMIT,
    maxBytesPerUser: environment.STORAGE_MAX_BYTES_PER_USER,
    maxOpenUploadsPerUser: environment.STORAGE_MAX_OPEN_UPLOADS_PER_USER,
    s3: S3_BUCKET
      ? {
          bucket: S3_BUCKET,
          region: S3_REGION,
          endpoint: S3_ENDPOINT,
          forcePathStyle: S3_FORCE_PATH_STYLE,
          credentials: s3Credentials(environment),
        }
      : null,
  }
}

function s3Credentials(environment: z.output<typeof storageSection>) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  if (!accessKeyId && !secretAccessKey) return null
  const missing = accessKeyId ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'
  throw new StartupError(`${missing} is missing: set both S3 keys or neither.`)
}
