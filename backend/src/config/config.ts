import { z } from 'zod'
import { authSchema } from './auth-config.ts'
import { realtimeSchema } from './realtime-config.ts'
import { storageSchema } from './storage-config.ts'

/**
 * Everything the backend needs to know, parsed once. Whoever starts the backend (`launch/`, a
 * test) passes a plain object; wrong values stop the start with the name of the setting.
 */
const configSchema = z.object({
  /** PostgreSQL 15 or later, as an owner of the database. */
  databaseUrl: z.string().startsWith('postgres'),
  /** Where people reach this server, without a trailing slash. */
  siteUrl: z.url().transform((url) => url.replace(/\/+$/, '')),
  /** Signs and verifies HS256 tokens; at least 32 characters as in Supabase's self-hosting. */
  jwtSecret: z.string().min(32),
  anonKey: z.string().min(1),
  serviceRoleKey: z.string().min(1),
  /** Keys of the form `sb_…`; without them those that follow from `jwtSecret`. */
  apiKeys: z
    .object({
      publishable: z.string().startsWith('sb_publishable_').exactOptional(),
      secret: z.string().startsWith('sb_secret_').exactOptional(),
    })
    .prefault({}),
  /** Folder of stored objects; with S3, of what is on its way there. */
  storageDir: z.string().min(1),
  /** Folder of the Supabase project to serve (config.toml, functions/), or null for none. */
  supabaseDir: z.string().nullable().default(null),
  /** Environment given to functions besides SUPABASE_*. */
  functionsEnv: z.record(z.string(), z.string()).default({}),
  functions: z
    .object({
      /** Whether functions ask for a token of which the project's config.toml says nothing. */
      verifyJwt: z.boolean().default(true),
      /** Milliseconds after which a function is given up. */
      timeLimitMs: z.number().int().positive().default(60_000),
      /** Bytes of the largest body a function is handed: a file of 5 MB, and what is said beside it. */
      bodyLimitBytes: z
        .number()
        .int()
        .positive()
        .default(6 * 1024 * 1024),
    })
    .prefault({}),
  /** Clock of the background jobs; a sandbox may run ahead of the real one. */
  now: z.custom<() => Date>((value) => typeof value === 'function').default(() => () => new Date()),
  auth: authSchema.prefault({}),
  rest: z
    .object({
      schemas: z.array(z.string()).min(1).default(['public']),
      extraSearchPath: z.array(z.string()).default(['public', 'extensions']),
      /** Most rows one answer holds. */
      maxRows: z.number().int().positive().default(1000),
      /** Whether `select` may hold aggregates such as `price.sum()`. */
      aggregates: z.boolean().default(false),
      /** Whether a request may ask for its plan, `application/vnd.pgrst.plan+json`. */
      plan: z.boolean().default(false),
      /** Function `schema.name` that runs before the statement of every request. */
      preRequest: z.string().min(1).nullable().default(null),
      /** Whether requests keep what they write, and whether `Prefer: tx=…` may say otherwise. */
      txEnd: z
        .enum(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'])
        .default('commit'),
      /** Whether the root describes what the caller may use, everything there is, or nothing. */
      openapiMode: z
        .enum(['follow-privileges', 'ignore-privileges', 'disabled'])
        .default('follow-privileges'),
    })
    .prefault({}),
  storage: storageSchema.prefault({}),
  realtime: realtimeSchema.prefault({}),
  /** Connections of the request pool. */
  poolSize: z.number().int().positive().default(8),
  /** Milliseconds after which PostgreSQL breaks off a statement run for a caller. */
  statementTimeoutMs: z.number().int().positive().default(8000),
  logLevel: z.enum(['silent', 'error', 'info']).default('error'),
  /** Hears of every error that is logged. */
  onError: z
    .custom<(message: string, cause: unknown) => void>((value) => typeof value === 'function')
    .default(() => () => {}),
})

export type BackendConfig = z.output<typeof configSchema>
export type BackendConfigInput = z.input<typeof configSchema>

/** A setting that whoever starts the backend can put right; the message is one line that names it. */
export class ConfigError extends Error {
  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`Bad configuration: ${setting}: ${problem}`, options)
  }
}

/** Parses and completes a configuration. Throws ConfigError. */
export function parseConfig(input: BackendConfigInput): BackendConfig {
  const parsed = configSchema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(issue?.path.join('.') ?? '', issue?.message ?? '')
}
