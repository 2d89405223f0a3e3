import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { count, flag } from './environment-values.ts'
import { StartProblem } from './problem.ts'

/** Where stored objects go. Who we are at S3 may also be left to its own client, which knows a machine's role. */
export const storageSection = z.object({
  FILE_SIZE_LIMIT: count
    .optional()
    .describe('Bytes of the largest stored object, whatever a bucket says'),
  S3_BUCKET: z
    .string()
    .optional()
    .describe(
      'The bucket at S3, or at what speaks as it does, that holds the bytes; who we are there is said by the two keys below, by `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or by the machine’s role',
    ),
  S3_ACCESS_KEY_ID: z.string().optional().describe('The key we have there; goes with the next'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Its secret'),
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
          credentials: s3Credentials(environment),
        }
      : null,
  }
}

/** Null leaves it to S3's client. Throws StartProblem for half a key. */
function s3Credentials(environment: z.output<typeof storageSection>) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  if (!accessKeyId && !secretAccessKey) return null
  const missing = accessKeyId ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'
  throw new StartProblem(`${missing} is missing: the two keys of S3 go together.`)
}
