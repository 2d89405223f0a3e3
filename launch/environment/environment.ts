import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LogLevel } from '@hourspace/backend/platform/log.ts'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import { accountsSection } from './accounts.ts'
import { budgetsSection } from './data-api.ts'
import { externalSection } from './external.ts'
import { httpSection } from './http.ts'
import { mailSection, smsSection } from './mail.ts'
import { marketplaceSection } from './marketplace.ts'
import { realtimeSection } from './realtime.ts'
import { storageSection } from './storage.ts'
import { isLiveStripeKey, stripeSection } from './stripe.ts'
import {
  count,
  flag,
  isLoopback,
  list,
  loopbackAddress,
  port,
  prefixed,
  text,
  webUrl,
} from './values.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))

const secrets = list.refine(
  (values) => values.every((value) => value.length >= 32),
  'must be a list of secrets with at least 32 characters each',
)

const fraction = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number)

/**
 * Environment variables, grouped as in docs/configuration.md. A setting that exists in Supabase has
 * the same name as in Supabase.
 */
export const environmentSections = {
  Server: z.object({
    PORT: port.default(3000).describe('Port for everything: web app, backend and fake services'),
    HOST: text(
      'Address to listen on, such as `0.0.0.0` for all; only this machine by default where fake services run without `SANDBOX`',
    ),
    WORKERS: z
      .string()
      .regex(/^(auto|[1-9]\d?)$/, 'must be a number from 1 to 99, or auto')
      .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
      .default(1)
      .describe(
        'Number of processes that handle requests on that port; `auto` is one per core. `npm run dev` always uses one',
      ),
    SITE_URL: webUrl
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('Public URL of the site, used in links, redirects and webhooks'),
    PAGE_CACHE_MB: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number of megabytes')
      .transform(Number)
      .default(64)
      .describe('Memory of each process for rendered public pages, in MB; 0 renders every request'),
    HOURSPACE_DATA_DIR: z
      .string()
      .default('.hourspace')
      .describe(
        'Folder for the database, uploads and keys; a relative path starts at the project folder',
      ),
    NODE_ENV: text(
      '`production` disables fake services and demo data unless `SANDBOX` is set, requires real services, and never compiles: run `npm run build` first',
    ),
  }),
  'HTTP limits': httpSection,
  Operation: z.object({
    LOG_LEVEL: z
      .enum(['silent', 'error', 'info'], 'must be silent, error or info')
      .optional()
      .describe(
        'What is logged as JSON lines to standard error: `error`, or `info` for requests too, the default in production',
      ),
    BACKUP_DIR: z
      .string()
      .regex(/^(?!s3:)|^s3:\/\/[^/]+/, 'must be a folder or a URL such as s3://bucket/prefix')
      .transform((path) => (path.startsWith('s3://') ? path : resolve(projectDir, path)))
      .optional()
      .describe(
        'Folder of the backups, best on another disk, or `s3://bucket/prefix`, with the `S3_` settings of the section Storage. The server also archives the write-ahead log of the embedded PostgreSQL and uploads there, so that a backup can be restored to any time',
      ),
    METRICS_TOKEN: z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('Serves Prometheus metrics at `/metrics` to requests with this bearer token'),
  }),
  Database: z.object({
    DATABASE_URL: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be a URL such as postgresql://user:password@host:5432/name',
      })
      .optional()
      .describe('Your own PostgreSQL, version 15 or later; connect as the owner of the database'),
    SUPABASE_DIR: z
      .string()
      .default('supabase')
      .describe('Supabase project to serve, or `none` for a bare database'),
    SEED: z
      .enum(['demo', 'none'], 'must be demo or none')
      .optional()
      .describe('Data for an empty database: `demo` or `none`'),
    SANDBOX: flag
      .optional()
      .describe(
        'Allows (`true`) or disables (`false`) fake services and demo data at any `SITE_URL`, for a public demo; never with a live Stripe key',
      ),
  }),
  Keys: z.object({
    JWT_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe('Signs API keys and signed URLs (HS256); at least 32 characters'),
    ACCEPTED_JWT_SECRETS: secrets
      .optional()
      .describe(
        'Earlier or next values of `JWT_SECRET`, whose tokens and API keys are accepted too, separated by commas ([rotating keys](operating.md#rotating-keys))',
      ),
    SERVER_SECRETS: secrets
      .optional()
      .describe(
        'Secrets for encryption and keyed hashes, separated by commas: the first is current, the others only decrypt older data ([rotating keys](operating.md#rotating-keys))',
      ),
    ANON_KEY: text('Public API key: a JWT with the role `anon`'),
    SERVICE_ROLE_KEY: text(
      'API key that bypasses row-level security: a JWT with the role `service_role`',
    ),
    SUPABASE_PUBLISHABLE_KEY: prefixed(/^sb_publishable_/, 'sb_publishable_')
      .optional()
      .describe('Public API key in the short form, which is not a JWT'),
    SUPABASE_SECRET_KEY: prefixed(/^sb_secret_/, 'sb_secret_')
      .optional()
      .describe('API key that bypasses row-level security, in the short form'),
  }),
  Stripe: stripeSection,
  Email: mailSection,
  'Text messages': smsSection,
  'Error reporting': z.object({
    SENTRY_DSN: z
      .string()
      .regex(
        /^https?:\/\/\w+@[^/\s]+(\/[\w-]+)*\/\d+$/,
        'must be a DSN: https://<key>@<host>/<project>',
      )
      .optional()
      .describe(
        'Sentry project that receives errors and traces of browser and server, and masked replays of visitors who allow them',
      ),
    SENTRY_ENVIRONMENT: text('Environment name in Sentry'),
    SENTRY_RELEASE: text('Release name in Sentry'),
    SENTRY_TRACES_SAMPLE_RATE: fraction
      .default(1)
      .describe('Fraction of page loads and requests that are traced'),
    SENTRY_REPLAYS_SESSION_SAMPLE_RATE: fraction
      .default(0.1)
      .describe(
        'Fraction of the visits of visitors who allow replays that are recorded, with all text and inputs masked',
      ),
  }),
  Marketplace: marketplaceSection,
  Accounts: accountsSection,
  'Identity providers': externalSection,
  Storage: storageSection,
  Realtime: realtimeSection,
  'Budgets of the data API': budgetsSection,
  'Data API and functions': z.object({
    PGRST_DB_SCHEMAS: list
      .optional()
      .describe('Schemas of the data API, separated by commas; the first is the default'),
    PGRST_DB_EXTRA_SEARCH_PATH: list
      .optional()
      .describe('Further schemas of the `search_path`, separated by commas'),
    PGRST_DB_MAX_ROWS: count.optional().describe('Maximum number of rows per response'),
    PGRST_DB_AGGREGATES_ENABLED: flag
      .optional()
      .describe('Allows aggregate functions in requests: `select=price.sum()`'),
    PGRST_DB_PLAN_ENABLED: flag
      .optional()
      .describe('Allows requests for the execution plan of their statement'),
    PGRST_DB_PRE_REQUEST: text(
      'Function, `schema.name`, that runs before the statement of every request',
    ),
    PGRST_DB_TX_END: z
      .enum(
        ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'],
        'must be commit or rollback, or either with -allow-override',
      )
      .optional()
      .describe(
        'How transactions end: `commit`, `rollback`, or either with `-allow-override`, which allows `Prefer: tx=…` in requests',
      ),
    PGRST_OPENAPI_MODE: z
      .enum(
        ['follow-privileges', 'ignore-privileges', 'disabled'],
        'must be follow-privileges, ignore-privileges or disabled',
      )
      .optional()
      .describe(
        'Contents of the OpenAPI description: what the caller may use (`follow-privileges`), everything (`ignore-privileges`) or nothing (`disabled`)',
      ),
    PGRST_DB_POOL: count
      .refine((size) => size >= 1, 'must be at least 1')
      .optional()
      .describe(
        'Size of a connection pool; a process opens at most 5 times as many connections, plus ten (`docs/scaling.md`)',
      ),
    FUNCTIONS_VERIFY_JWT: flag
      .optional()
      .describe(
        'Whether functions require a JWT or API key, unless `supabase/config.toml` sets it per function',
      ),
  }),
}

export const environmentSchema = z.object({
  ...environmentSections.Server.shape,
  ...environmentSections['HTTP limits'].shape,
  ...environmentSections.Operation.shape,
  ...environmentSections.Database.shape,
  ...environmentSections.Keys.shape,
  ...environmentSections.Stripe.shape,
  ...environmentSections.Email.shape,
  ...environmentSections['Text messages'].shape,
  ...environmentSections['Error reporting'].shape,
  ...environmentSections.Marketplace.shape,
  ...environmentSections.Accounts.shape,
  ...environmentSections['Identity providers'].shape,
  ...environmentSections.Storage.shape,
  ...environmentSections.Realtime.shape,
  ...environmentSections['Budgets of the data API'].shape,
  ...environmentSections['Data API and functions'].shape,
})

export type Environment = Omit<
  z.output<typeof environmentSchema>,
  'SITE_URL' | 'HOST' | 'LOG_LEVEL' | 'SUPABASE_DIR' | 'SEED' | 'SECOND_FACTOR_REQUIRED'
> & {
  SITE_URL: string
  SECOND_FACTOR_REQUIRED: boolean
  /** Host to listen on; undefined for all interfaces. */
  HOST: string | undefined
  /** Absolute path of the Supabase project; null without a project. */
  SUPABASE_DIR: string | null
  SEED: 'demo' | 'none'
  LOG_LEVEL: LogLevel
  /** Whether fake services may replace external services, and demo accounts may exist. */
  allowFakes: boolean
}

/**
 * Parses the environment variables. An empty variable counts as unset. Throws StartupError that
 * names the first invalid variable, without the values of secrets.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = environmentSchema.safeParse(nonEmpty)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = String(issue?.path[0])
    const value = /SECRET|KEY|TOKEN|DATABASE/.test(name) ? '' : ` (it is "${variables[name]}")`
    throw new StartupError(`${name} ${issue?.message}${value}.`)
  }
  const values = result.data
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
  const isLive = isLiveStripeKey(values.STRIPE_SECRET_KEY)
  if (values.SANDBOX && isLive)
    throw new StartupError(
      'SANDBOX=1 is refused with a live STRIPE_SECRET_KEY, because fake services let visitors sign in as other users: remove one of them.',
    )
  const allowFakes =
    !isLive && (values.SANDBOX ?? (values.NODE_ENV !== 'production' && isLoopback(siteUrl)))
  // Listens only on loopback by default, because fake services let any visitor sign in as any user.
  const defaultHost = allowFakes && !values.SANDBOX ? loopbackAddress(siteUrl) : undefined
  return {
    ...values,
    SITE_URL: siteUrl,
    HOST: values.HOST ?? defaultHost,
    HOURSPACE_DATA_DIR: fromProject(values.HOURSPACE_DATA_DIR),
    SUPABASE_DIR: values.SUPABASE_DIR === 'none' ? null : fromProject(values.SUPABASE_DIR),
    LOG_LEVEL: values.LOG_LEVEL ?? (allowFakes ? 'error' : 'info'),
    // The password of the demo accounts is public, so production has no demo accounts.
    SEED: values.SEED ?? (allowFakes ? 'demo' : 'none'),
    SECOND_FACTOR_REQUIRED: values.SECOND_FACTOR_REQUIRED ?? !allowFakes,
    allowFakes,
  }
}

function fromProject(path: string): string {
  return isAbsolute(path) ? path : resolve(projectDir, path)
}
