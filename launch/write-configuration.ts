import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import type { z } from 'zod'
import { readProjectAuth } from '@hourspace/backend/config/project-auth.ts'
import { parseConfig, type BackendConfig } from '@hourspace/backend/config/config.ts'
import { accountDefaults } from './environment-accounts.ts'
import { environmentSections } from './environment-schema.ts'

/** Defaults that depend on something else, in words. */
const impliedDefaults: Record<string, string> = {
  HOST: 'every address',
  SITE_URL: '`http://localhost:<PORT>`',
  DATABASE_URL: 'a PostgreSQL 18 of its own in the data folder',
  SEED: '`demo`; `none` in production without `SANDBOX`',
  SANDBOX: '`false`',
  JWT_SECRET: 'made at the first start',
  ANON_KEY: 'signed with `JWT_SECRET`',
  SERVICE_ROLE_KEY: 'signed with `JWT_SECRET`',
  SUPABASE_PUBLISHABLE_KEY: 'follows from `JWT_SECRET`',
  SUPABASE_SECRET_KEY: 'follows from `JWT_SECRET`',
  S3_BUCKET: 'a folder beside the database',
  S3_REGION: '`us-east-1`',
  S3_ENDPOINT: 'Amazon’s',
  S3_FORCE_PATH_STYLE: '`false`',
  STRIPE_SECRET_KEY: "Stripe's stand-in",
  SENTRY_DSN: 'nothing is reported',
  SENTRY_ENVIRONMENT: '`NODE_ENV`, or `development`',
  SENTRY_RELEASE: '`hourspace@<version>`',
  SMTP_HOST:
    'a stand-in that keeps mails at `/_sandbox/outbox`; in production without `SANDBOX` mails wait',
  SMS_TWILIO_ACCOUNT_SID:
    'the stand-in for mail keeps texts, too, where it runs; elsewhere none are sent',
  SMS_TWILIO_API_URL: '`https://api.twilio.com`',
}

/** Defaults of the backend's own settings, and of what `supabase/config.toml` says. */
const backendDefaults: Record<string, (config: BackendConfig) => unknown> = {
  ...Object.fromEntries(
    Object.entries(accountDefaults).map(([name, of]) => [name, ({ auth }) => of(auth)]),
  ),
  PGRST_DB_SCHEMAS: ({ rest }) => rest.schemas,
  PGRST_DB_EXTRA_SEARCH_PATH: ({ rest }) => rest.extraSearchPath,
  PGRST_DB_MAX_ROWS: ({ rest }) => rest.maxRows,
  PGRST_DB_AGGREGATES_ENABLED: ({ rest }) => rest.aggregates,
  PGRST_DB_PLAN_ENABLED: ({ rest }) => rest.plan,
  PGRST_DB_PRE_REQUEST: ({ rest }) => rest.preRequest ?? undefined,
  PGRST_DB_TX_END: ({ rest }) => rest.txEnd,
  PGRST_OPENAPI_MODE: ({ rest }) => rest.openapiMode,
  FUNCTIONS_VERIFY_JWT: ({ functions }) => functions.verifyJwt,
  PGRST_DB_POOL: ({ poolSize }) => poolSize,
  FILE_SIZE_LIMIT: ({ storage }) => storage.fileSizeLimit,
  REALTIME_MAX_CONCURRENT_USERS: ({ realtime }) => realtime.maxConcurrentUsers,
  REALTIME_MAX_CHANNELS_PER_CLIENT: ({ realtime }) => realtime.maxChannelsPerClient,
  REALTIME_MAX_EVENTS_PER_SECOND: ({ realtime }) => realtime.maxEventsPerSecond,
  REALTIME_MAX_CLIENT_EVENTS_PER_SECOND: ({ realtime }) => realtime.maxClientEventsPerSecond,
  REALTIME_MAX_CLIENT_BYTES_PER_SECOND: ({ realtime }) => realtime.maxClientBytesPerSecond,
  REALTIME_MAX_JOINS_PER_SECOND: ({ realtime }) => realtime.maxJoinsPerSecond,
  REALTIME_MAX_PAYLOAD_SIZE_IN_KB: ({ realtime }) => realtime.maxPayloadBytes / 1_000,
  CLIENT_PRESENCE_MAX_CALLS: ({ realtime }) => realtime.clientPresenceMaxCalls,
  CLIENT_PRESENCE_WINDOW_MS: ({ realtime }) => realtime.clientPresenceWindowMs,
}

/** The text of docs/configuration.md: every variable with its default and meaning. */
export async function writeConfiguration(): Promise<string> {
  const sections = Object.entries(environmentSections).map(([title, section]) => {
    const fields: [string, z.ZodType][] = Object.entries(section.shape)
    const rows = fields.map(([name, field]) =>
      ['', `\`${name}\``, defaultOf(name, field), field.description, ''].join(' | ').trim(),
    )
    return [`## ${title}`, '', '| variable | default | meaning |', '| - | - | - |', ...rows, '']
  })
  const text = [introduction, ...sections.flat()].join('\n')
  const style = await resolveConfig(import.meta.filename)
  return format(text, { ...style, parser: 'markdown' })
}

const introduction = `# Configuration

What \`npm start\`, \`npm run dev\` and \`npm run backend\` read from the environment. Nothing has to be set; an empty variable
counts as missing, and a bad one stops the start with a line that names it. Flags are \`true\` or \`false\`.

Written from \`launch/environment-schema.ts\` by \`npm run docs:config\`; do not edit.
`

function defaultOf(name: string, field: z.ZodType): string {
  const value = field.parse(undefined) ?? backendDefaults[name]?.(backendConfig)
  return value === undefined ? (impliedDefaults[name] ?? '') : `\`${String(value)}\``
}

const backendConfig = parseConfig({
  databaseUrl: 'postgres://localhost',
  siteUrl: 'http://localhost',
  jwtSecret: '-'.repeat(32),
  anonKey: '-',
  serviceRoleKey: '-',
  storageDir: '-',
  auth: readProjectAuth(fileURLToPath(new URL('../supabase', import.meta.url))),
})
