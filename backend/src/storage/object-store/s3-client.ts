import { ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { ConfigError, type S3Config } from '#backend/config/config.ts'

export function createS3Client(
  settings: S3Config,
  timeouts?: { connectionTimeout: number; socketTimeout: number },
): S3Client {
  return new S3Client({
    ...(timeouts && { requestHandler: timeouts }),
    region: settings.region,
    endpoint: settings.endpoint ?? undefined,
    credentials: settings.credentials ?? undefined,
    forcePathStyle: settings.forcePathStyle,
    // Disables the AWS SDK's newer checksums, which some S3-compatible servers do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Sends a minimal S3 request, so that a wrong setting fails at startup. Throws ConfigError. */
export async function assertUsable(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }))
  } catch (cause) {
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
    const reason = `${name} ${message}`.replaceAll(/\s+/g, ' ').trim()
    throw new ConfigError('storage.s3', `the bucket ${bucket} cannot be used: ${reason}`, { cause })
  }
}

export function unlessMissing(cause: unknown): null {
  const name = cause instanceof S3ServiceException ? cause.name : ''
  if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name)) return null
  throw cause
}
