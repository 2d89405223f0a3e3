import { z } from 'zod'
import { authSchema } from './auth-config.ts'

const s3Schema = z.object({
  bucket: z.string().min(1),
  region: z.string().min(1).default('us-east-1'),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** Credentials for S3. By default, the AWS SDK looks them up (environment, IAM role, …). */
  credentials: z
    .object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) })
    .nullable()
    .default(null),
  forcePathStyle: z.boolean().default(false),
})

export type S3Config = z.output<typeof s3Schema>

const storageSchema = z.object({
  /** Maximum size of a stored object in bytes. A bucket can only set a lower limit. */
  fileSizeLimit: z
    .number()
    .int()
    .positive()
    .default(50 * 1024 * 1024),
  /** Maximum total bytes of one user's objects, including unfinished resumable uploads. */
  maxBytesPerUser: z
    .number()
    .int()
    .nonnegative()
    .default(250 * 1000 * 1000),
  /** Maximum number of unfinished resumable uploads per user. */
  maxOpenUploadsPerUser: z.number().int().nonnegative().default(10),
  /** S3 bucket for object data. Without a bucket, object data is stored in `storageDir`. */
  s3: s3Schema.nullable().default(null),
})

const count = z.number().int().positive()

/** Limits for realtime clients. Defaults follow hosted Supabase's values for large projects. */
const realtimeSchema = z.object({
  /** Maximum open WebSockets per process. */
  maxConcurrentUsers: count.default(10_000),
  /** Maximum open WebSockets per process and client address (IPv4 address or IPv6 /64 network). */
  maxConnectionsPerAddress: count.default(200),
  maxChannelsPerClient: count.default(100),
  /** Maximum `postgres_changes` subscriptions per socket, over all its channels. */
  maxBindingsPerClient: count.default(100),
  maxEventsPerSecond: count.default(2_500),
  maxClientEventsPerSecond: count.default(100),
  maxClientBytesPerSecond: count.default(1_000_000),
  maxJoinsPerSecond: count.default(2_500),
  maxPayloadBytes: count.default(3_000_000),
  /** Maximum track and untrack calls per channel within `clientPresenceWindowMs`. */
  clientPresenceMaxCalls: count.default(5),
  clientPresenceWindowMs: count.default(30_000),
  /**
   * Statement timeout in milliseconds of queries that evaluate a `postgres_changes` filter. A filter
   * whose query times out matches nothing.
   */
  filterTimeoutMs: count.default(200),
  /**
   * Interval in milliseconds at which the server closes channels whose session has ended, and
   * closes the replication slot if it is unused.
   */
  sweepMs: count.default(5_000),
})

/** Limit on data API requests, where 0 means no limit. */
const limit = z.number().int().nonnegative()

/**
 * Limits for data API requests, lowest for visitors (role `anon`). The service role and rendered
 * pages have no limits.
 */
const budgetsSchema = z.object({
  visitors: z
    .object({
      responseBytes: limit.default(16 * 1024 * 1024),
      statementTimeoutMs: limit.default(3_000),
      /**
       * Maximum concurrent statements from one client network (IPv4 address or IPv6 /64), per
       * process.
       */
      concurrentStatements: limit.default(4),
    })
    .prefault({}),
  users: z
    .object({
      responseBytes: limit.default(16 * 1024 * 1024),
      /** Maximum concurrent statements of one user, per process. */
      concurrentStatements: limit.default(16),
    })
    .prefault({}),
  /** Maximum milliseconds that a statement waits for a free slot before it fails with 429. */
  waitMs: z.number().int().positive().default(5_000),
  /** Whether regular expressions in filters may contain back-references such as `\1`. */
  backReferences: z.boolean().default(false),
})

export type BudgetConfig = z.output<typeof budgetsSchema>

const configSchema = z.object({
  /** Connection URL of PostgreSQL 15 or later, with the database owner as user. */
  databaseUrl: z.string().startsWith('postgres'),
  siteUrl: z.url().transform((url) => url.replace(/\/+$/, '')),
  jwtSecret: z.string().min(32),
  /**
   * Additional JWT secrets. The server accepts tokens signed with these secrets, and API keys
   * derived from them.
   */
  acceptedJwtSecrets: z.array(z.string().min(32)).default([]),
  /**
   * Secrets for encryption and keyed hashes. The first secret encrypts and hashes new data; the
   * others only read existing data. The default is `jwtSecret` and `acceptedJwtSecrets`.
   */
  serverSecrets: z.array(z.string().min(32)).default([]),
  anonKey: z.string().min(1),
  serviceRoleKey: z.string().min(1),
  /** API keys of the form `sb_…`. By default, they are derived from `jwtSecret`. */
  apiKeys: z
    .object({
      publishable: z.string().startsWith('sb_publishable_').exactOptional(),
      secret: z.string().startsWith('sb_secret_').exactOptional(),
    })
    .prefault({}),
  /**
   * Folder for stored objects and cached image variants. With S3, the folder contains uploads in
   * progress instead of stored objects.
   */
  storageDir: z.string().min(1),
  /** Folder of the Supabase project to serve (config.toml, functions/), if there is one. */
  supabaseDir: z.string().nullable().default(null),
  functionsEnv: z.record(z.string(), z.string()).default({}),
  functions: z
    .object({
      /** Default of `verify_jwt` in config.toml: whether edge functions require a valid token. */
      verifyJwt: z.boolean().default(true),
      timeLimitMs: z.number().int().positive().default(60_000),
      /**
       * Maximum size of a request body in bytes. The default is enough for a form with a 5 MB file.
       */
      bodyLimitBytes: z
        .number()
        .int()
        .positive()
        .default(6 * 1024 * 1024),
    })
    .prefault({}),
  /** Clock for the background jobs. The sandbox can move this clock forward. */
  now: z.custom<() => Date>((value) => typeof value === 'function').default(() => () => new Date()),
  auth: authSchema.prefault({}),
  rest: z
    .object({
      schemas: z.array(z.string()).min(1).default(['public']),
      extraSearchPath: z.array(z.string()).default(['public', 'extensions']),
      maxRows: z.number().int().positive().default(1000),
      aggregates: z.boolean().default(false),
      plan: z.boolean().default(false),
      /** Database function `schema.name` that runs before each request (PGRST_DB_PRE_REQUEST). */
      preRequest: z.string().min(1).nullable().default(null),
      /**
       * Whether transactions commit (PGRST_DB_TX_END). With `-allow-override`, the header `Prefer:
       * tx=…` may override this.
       */
      txEnd: z
        .enum(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'])
        .default('commit'),
      openapiMode: z
        .enum(['follow-privileges', 'ignore-privileges', 'disabled'])
        .default('follow-privileges'),
      budgets: budgetsSchema.prefault({}),
    })
    .prefault({}),
  storage: storageSchema.prefault({}),
  realtime: realtimeSchema.prefault({}),
  /**
   * Number of connections in a pool for API callers. The pools for pages and for the database owner
   * have half as many, but at least two.
   */
  poolSize: z.number().int().positive().default(8),
  /** Milliseconds after which PostgreSQL cancels a statement that an API caller runs. */
  statementTimeoutMs: z.number().int().positive().default(8000),
  logLevel: z.enum(['silent', 'error', 'info']).default('error'),
  /** Called with every error that is passed to the log, even at `logLevel` silent. */
  onError: z
    .custom<(message: string, cause: unknown) => void>((value) => typeof value === 'function')
    .default(() => () => {}),
})

export type BackendConfig = z.output<typeof configSchema>
export type BackendConfigInput = z.input<typeof configSchema>

export class ConfigError extends Error {
  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`Bad configuration: ${setting}: ${problem}`, options)
  }
}

export function parseConfig(input: BackendConfigInput): BackendConfig {
  const parsed = configSchema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(issue?.path.join('.') ?? '', issue?.message ?? '')
}
