import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import type { z } from 'zod'
import { readProjectAuth } from '@hourspace/backend/config/project-auth.ts'
import { parseConfig, type BackendConfig } from '@hourspace/backend/config/config.ts'
import { accountDefaults } from './environment/accounts.ts'
import { environmentSections } from './environment/environment.ts'

const impliedDefaults: Record<string, string> = {
  HOST: '`127.0.0.1` with fake services and without `SANDBOX`, otherwise all addresses',
  SITE_URL: '`http://localhost:<PORT>`',
  DATABASE_URL: 'embedded PostgreSQL 18 in the data folder',
  SEED: '`demo` where fake services may run, otherwise `none`',
  SANDBOX:
    '`true` if `SITE_URL` is on this machine, `NODE_ENV` is not `production` and the Stripe key is not live',
  ENABLE_EMAIL_AUTOCONFIRM: '`true` where fake services may run, otherwise `false`',
  SECOND_FACTOR_REQUIRED: '`false` where fake services may run, otherwise `true`',
  JWT_SECRET: 'generated at the first start',
  ACCEPTED_JWT_SECRETS: 'none',
  SERVER_SECRETS: '`JWT_SECRET`, or generated if that is not set',
  ANON_KEY: 'signed with `JWT_SECRET`',
  SERVICE_ROLE_KEY: 'signed with `JWT_SECRET`',
  SUPABASE_PUBLISHABLE_KEY: 'derived from `JWT_SECRET`',
  SUPABASE_SECRET_KEY: 'derived from `JWT_SECRET`',
  S3_BUCKET: 'a folder next to the database',
  S3_REGION: '`us-east-1`',
  S3_ENDPOINT: 'Amazon S3',
  S3_FORCE_PATH_STYLE: '`false`',
  STRIPE_SECRET_KEY: 'the Stripe fake, where fake services may run',
  SENTRY_DSN: 'no error reporting',
  SENTRY_ENVIRONMENT: '`NODE_ENV`, or `development`',
  SENTRY_RELEASE: '`hourspace@<version>`',
  SMTP_HOST: 'the mail fake, with its outbox at `/_sandbox/outbox`, where fake services may run',
  SMS_TWILIO_ACCOUNT_SID:
    'the fake SMS gateway, with the same outbox, where fake services may run; otherwise no text messages are sent',
  SMS_TWILIO_API_URL: '`https://api.twilio.com`',
}

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
  DATA_API_VISITOR_RESPONSE_BYTES: ({ rest }) => rest.budgets.visitors.responseBytes,
  DATA_API_VISITOR_STATEMENT_TIMEOUT_MS: ({ rest }) => rest.budgets.visitors.statementTimeoutMs,
  DATA_API_VISITOR_CONCURRENT_STATEMENTS: ({ rest }) => rest.budgets.visitors.concurrentStatements,
  DATA_API_USER_RESPONSE_BYTES: ({ rest }) => rest.budgets.users.responseBytes,
  DATA_API_USER_CONCURRENT_STATEMENTS: ({ rest }) => rest.budgets.users.concurrentStatements,
  DATA_API_WAIT_MS: ({ rest }) => rest.budgets.waitMs,
  DATA_API_BACK_REFERENCES: ({ rest }) => rest.budgets.backReferences,
  FUNCTIONS_VERIFY_JWT: ({ functions }) => functions.verifyJwt,
  PGRST_DB_POOL: ({ poolSize }) => poolSize,
  FILE_SIZE_LIMIT: ({ storage }) => storage.fileSizeLimit,
  STORAGE_MAX_BYTES_PER_USER: ({ storage }) => storage.maxBytesPerUser,
  STORAGE_MAX_OPEN_UPLOADS_PER_USER: ({ storage }) => storage.maxOpenUploadsPerUser,
  REALTIME_MAX_CONCURRENT_USERS: ({ realtime }) => realtime.maxConcurrentUsers,
  REALTIME_MAX_CHANNELS_PER_CLIENT: ({ realtime }) => realtime.maxChannelsPerClient,
  REALTIME_MAX_BINDINGS_PER_CLIENT: ({ realtime }) => realtime.maxBindingsPerClient,
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: ({ realtime }) => realtime.maxConnectionsPerAddress,
  REALTIME_MAX_EVENTS_PER_SECOND: ({ realtime }) => realtime.maxEventsPerSecond,
  REALTIME_MAX_CLIENT_EVENTS_PER_SECOND: ({ realtime }) => realtime.maxClientEventsPerSecond,
  REALTIME_MAX_CLIENT_BYTES_PER_SECOND: ({ realtime }) => realtime.maxClientBytesPerSecond,
  REALTIME_MAX_JOINS_PER_SECOND: ({ realtime }) => realtime.maxJoinsPerSecond,
  REALTIME_MAX_PAYLOAD_SIZE_IN_KB: ({ realtime }) => realtime.maxPayloadBytes / 1_000,
  CLIENT_PRESENCE_MAX_CALLS: ({ realtime }) => realtime.clientPresenceMaxCalls,
  CLIENT_PRESENCE_WINDOW_MS: ({ realtime }) => realtime.clientPresenceWindowMs,
}

export async function configurationDoc(): Promise<string> {
  const sections = Object.entries(environmentSections).map(([title, section]) => {
    const fields: [string, z.ZodType][] = Object.entries(section.shape)
    const rows = fields.map(([name, field]) =>
      ['', `\`${name}\``, defaultOf(name, field), field.description, ''].join(' | ').trim(),
    )
    return [`## ${title}`, '', '| Variable | Default | Description |', '| - | - | - |', ...rows, '']
  })
  const text = [introduction, ...sections.flat()].join('\n')
  const style = await resolveConfig(import.meta.filename)
  return format(text, { ...style, parser: 'markdown' })
}

const introduction = `# Configuration

Environment variables of \`npm start\`, \`npm run dev\` and \`npm run backend\`. All are optional. An empty variable counts as
missing; an invalid one stops the start with a line that names it. Flags are \`true\` or \`false\`.

Generated from \`launch/environment/\` by \`npm run docs:config\`; do not edit.
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

if (import.meta.main)
  await writeFile(new URL('../docs/configuration.md', import.meta.url), await configurationDoc())
