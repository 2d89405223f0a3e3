import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Config } from '#backend/config/storage-config.ts'

export function createS3Client(settings: S3Config): S3Client {
  return new S3Client({
    region: settings.region,
    endpoint: settings.endpoint ?? undefined,
    credentials: settings.credentials ?? undefined,
    forcePathStyle: settings.forcePathStyle,
    // Checksums that only newer servers know would shut out the others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** For answers that there is nothing. Throws everything else. */
export function unlessMissing(cause: unknown): null {
  const name = cause instanceof S3ServiceException ? cause.name : ''
  if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name)) return null
  throw cause
}
