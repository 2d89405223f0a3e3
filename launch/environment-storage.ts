import { z } from 'zod'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { count, flag } from './environment-values.ts'

/** Where stored objects go. Who we are at S3 is read by its own client, by the names it always uses. */
export const storageSection = z.object({
  FILE_SIZE_LIMIT: count
    .optional()
    .describe('Bytes of the largest stored object, whatever a bucket says'),
  S3_BUCKET: z
    .string()
    .optional()
    .describe(
      'The bucket at S3, or at what speaks as it does, that holds the bytes; who we are there is said by `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or by the machine’s role',
    ),
  S3_REGION: z.string().optional().describe('Its region'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com' })
    .optional()
    .describe('Address of a store that is not Amazon’s'),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe('Whether that store wants the bucket in the path rather than in the host’s name'),
})

/** The storage's settings, as the backend takes them. */
export function storageSettings(
  environment: z.output<typeof storageSection>,
): BackendConfigInput['storage'] {
  const { FILE_SIZE_LIMIT, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE } = environment
  return {
    fileSizeLimit: FILE_SIZE_LIMIT,
    s3: S3_BUCKET
      ? {
          bucket: S3_BUCKET,
          region: S3_REGION,
          endpoint: S3_ENDPOINT,
          forcePathStyle: S3_FORCE_PATH_STYLE,
        }
      : null,
  }
}
