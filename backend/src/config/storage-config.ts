import { z } from 'zod'

const s3Schema = z.object({
  bucket: z.string().min(1),
  region: z.string().min(1).default('us-east-1'),
  /** Of a server that is not Amazon's. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** Without them the SDK looks where it always does: the machine's role, its profile. */
  credentials: z
    .object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) })
    .nullable()
    .default(null),
  /** Whether the bucket stands in the path rather than in the host's name. */
  forcePathStyle: z.boolean().default(false),
})

/** A bucket of S3, or of what speaks as S3 does. */
export type S3Config = z.output<typeof s3Schema>

/** Settings of the object storage. */
export const storageSchema = z.object({
  /** Bytes of the largest object, whatever a bucket says. */
  fileSizeLimit: z
    .number()
    .int()
    .positive()
    .default(50 * 1024 * 1024),
  /** Where the bytes are kept instead of in `storageDir`. */
  s3: s3Schema.nullable().default(null),
})
