import { z } from 'zod'
import { authSchema } from './auth-config.ts'

const s3Schema = z.object({
  bucket: z.string().min(1),
  region: z.string().min(1).default('us-east-1'),
  /** URL of an S3-compatible server; omitted for Amazon S3. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /**
   * Credentials for S3; by default the AWS SDK finds them in its usual sources (role, profile,
   * environment).
   */
  credentials: z
    .object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) })
    .nullable()
    .default(null),
  /** Whether S3 URLs contain the bucket in the path instead of the host name. */
  forcePathStyle: z.boolean().default(false),
})

/** A bucket of Amazon S3 or of an S3-compatible server. */
export type S3Config = z.output<typeof s3Schema>

const storageSchema = z.object({
  /** Maximum size of a stored object in bytes; buckets can only lower this limit. */
  fileSizeLimit: z
    .number()
    .int()
    .positive()
    .default(50 * 1024 * 1024),
  /** S3 bucket for object data; without a bucket, `storageDir` contains the data. */
  s3: s3Schema.nullable().default(null),
})

const count = z.number().int().positive()

/** Limits of realtime clients. Default values are those of hosted Supabase for large projects. */
const realtimeSchema = z.object({
  /** Maximum open WebSockets per process. */
  maxConcurrentUsers: count.default(10_000),
  /** Maximum joined channels per WebSocket. */
  maxChannelsPerClient: count.default(100),
  /** Maximum broadcasts per second from all clients of one process. */
  maxEventsPerSecond: count.default(2_500),
  /** Maximum broadcasts per second from one WebSocket. */
  maxClientEventsPerSecond: count.default(100),
  /** Maximum broadcast bytes per second from one WebSocket. */
  maxClientBytesPerSecond: count.default(1_000_000),
  /** Maximum channel joins per second by all clients of one process. */
  maxJoinsPerSecond: count.default(2_500),
  /** Maximum payload of a broadcast in bytes. */
  maxPayloadBytes: count.default(3_000_000),
  /** Maximum track and untrack calls per channel within clientPresenceWindowMs. */
  clientPresenceMaxCalls: count.default(5),
  clientPresenceWindowMs: count.default(30_000),
  /** Polling interval for expired tokens and ended sessions, in milliseconds. */
  sweepMs: count.default(5_000),
})

/** Settings of the backend, passed as a plain object by `launch/` or by a test. */
const configSchema = z.object({
  /** Connection URL of PostgreSQL 15 or later, with the database owner as user. */
  databaseUrl: z.string().startsWith('postgres'),
  /** Public URL of this server; trailing slashes are removed. */
  siteUrl: z.url().transform((url) => url.replace(/\/+$/, '')),
  /** Secret for HS256 tokens; at least 32 characters, as in self-hosted Supabase. */
  jwtSecret: z.string().min(32),
  anonKey: z.string().min(1),
  serviceRoleKey: z.string().min(1),
  /** API keys of the form `sb_…`; derived from `jwtSecret` by default. */
  apiKeys: z
    .object({
      publishable: z.string().startsWith('sb_publishable_').exactOptional(),
      secret: z.string().startsWith('sb_secret_').exactOptional(),
    })
    .prefault({}),
  /** Folder for stored objects; with S3, the folder contains only uploads in progress. */
  storageDir: z.string().min(1),
  /**
   * Folder of the Supabase project to serve (config.toml, functions/), or null without a project.
   */
  supabaseDir: z.string().nullable().default(null),
  /** Environment variables for edge functions, in addition to SUPABASE_*. */
  functionsEnv: z.record(z.string(), z.string()).default({}),
  functions: z
    .object({
      /**
       * Whether edge functions without a `verify_jwt` setting in config.toml require a valid token.
       */
      verifyJwt: z.boolean().default(true),
      /** Time limit of an edge function call in milliseconds. */
      timeLimitMs: z.number().int().positive().default(60_000),
      /**
       * Maximum request body of an edge function in bytes; the default fits a 5 MB file in a form.
       */
      bodyLimitBytes: z
        .number()
        .int()
        .positive()
        .default(6 * 1024 * 1024),
    })
    .prefault({}),
  /** Clock of the background jobs; the sandbox can move it forward. */
  now: z.custom<() => Date>((value) => typeof value === 'function').default(() => () => new Date()),
  auth: authSchema.prefault({}),
  rest: z
    .object({
      schemas: z.array(z.string()).min(1).default(['public']),
      extraSearchPath: z.array(z.string()).default(['public', 'extensions']),
      /** Maximum number of rows in a data API response. */
      maxRows: z.number().int().positive().default(1000),
      /** Whether `select` may contain aggregates such as `price.sum()`. */
      aggregates: z.boolean().default(false),
      /** Whether clients may request a query plan with `application/vnd.pgrst.plan+json`. */
      plan: z.boolean().default(false),
      /**
       * Database function `schema.name` that runs before each request's statement
       * (PGRST_DB_PRE_REQUEST).
       */
      preRequest: z.string().min(1).nullable().default(null),
      /**
       * Whether transactions commit or roll back, and whether `Prefer: tx=…` may override it
       * (PGRST_DB_TX_END).
       */
      txEnd: z
        .enum(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'])
        .default('commit'),
      /**
       * Whether the OpenAPI description lists the objects that the caller may use, all objects, or
       * is disabled.
       */
      openapiMode: z
        .enum(['follow-privileges', 'ignore-privileges', 'disabled'])
        .default('follow-privileges'),
    })
    .prefault({}),
  storage: storageSchema.prefault({}),
  realtime: realtimeSchema.prefault({}),
  /** Number of connections in each caller pool; the owner's pools have half as many. */
  poolSize: z.number().int().positive().default(8),
  /** Milliseconds after which PostgreSQL cancels a statement that runs for a caller. */
  statementTimeoutMs: z.number().int().positive().default(8000),
  logLevel: z.enum(['silent', 'error', 'info']).default('error'),
  /** Called with every error that is logged, at any log level. */
  onError: z
    .custom<(message: string, cause: unknown) => void>((value) => typeof value === 'function')
    .default(() => () => {}),
})

export type BackendConfig = z.output<typeof configSchema>
export type BackendConfigInput = z.input<typeof configSchema>

/** An invalid setting. The error message is one line that names the setting. */
export class ConfigError extends Error {
  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`Bad configuration: ${setting}: ${problem}`, options)
  }
}

/** Validates a configuration and adds default values. Throws ConfigError. */
export function parseConfig(input: BackendConfigInput): BackendConfig {
  const parsed = configSchema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(issue?.path.join('.') ?? '', issue?.message ?? '')
}
