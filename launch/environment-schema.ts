import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { accountsSection } from './environment-accounts.ts'
import { externalSection } from './environment-external.ts'
import { realtimeSection } from './environment-realtime.ts'
import { storageSection } from './environment-storage.ts'
import { count, flag, list } from './environment-values.ts'

const share = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number)
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com' })
const key = (prefix: RegExp, example: string) =>
  z.string().regex(prefix, `must begin with ${example}`)

/**
 * Every variable the start commands read, by what it is about. Names follow Supabase's self-hosting
 * and its services where one exists. `docs/configuration.md` is written from this
 * (`npm run docs:config`).
 */
export const environmentSections = {
  'Where it runs': z.object({
    PORT: count
      .refine((port) => port >= 1 && port <= 65535, 'must be a port from 1 to 65535')
      .default(3000)
      .describe('The one port everything listens on'),
    HOST: z.string().optional().describe('The address to listen on'),
    WORKERS: z
      .string()
      .regex(/^(auto|[1-9]\d?)$/, 'must be a number from 1 to 99, or auto')
      .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)))
      .default(1)
      .describe(
        'Processes that answer on that port; `auto` is one a core. Not of `npm run dev`, which is one',
      ),
    SITE_URL: webUrl
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('Where people reach the site; links, redirects and webhooks are made from it'),
    HOURSPACE_DATA_DIR: z
      .string()
      .default('.hourspace')
      .describe('Folder of database, uploads and keys; relative to the project if not absolute'),
    NODE_ENV: z
      .string()
      .optional()
      .describe('`production` keeps stand-ins and demo data away, unless `SANDBOX` asks for them'),
  }),
  'What it holds': z.object({
    DATABASE_URL: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be a URL such as postgresql://user:password@host:5432/name',
      })
      .optional()
      .describe('A PostgreSQL 15 or later to use, as an owner of the database'),
    SUPABASE_DIR: z
      .string()
      .default('supabase')
      .describe('The Supabase project to serve, or `none` for a bare database'),
    SEED: z
      .enum(['demo', 'none'], 'must be demo or none')
      .optional()
      .describe('What an empty database is filled with: `demo` or `none`'),
    SANDBOX: flag
      .optional()
      .describe('Whether stand-ins for outside services may run in production'),
  }),
  Keys: z.object({
    JWT_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe('Signs and verifies every token (HS256); at least 32 characters'),
    ANON_KEY: z.string().optional().describe('The public API key: a token with the role `anon`'),
    SERVICE_ROLE_KEY: z
      .string()
      .optional()
      .describe('The API key that passes row-level security: a token with the role `service_role`'),
    SUPABASE_PUBLISHABLE_KEY: key(/^sb_publishable_/, 'sb_publishable_')
      .optional()
      .describe('The public API key in its short form, which is no token'),
    SUPABASE_SECRET_KEY: key(/^sb_secret_/, 'sb_secret_')
      .optional()
      .describe('The key that passes row-level security, in the short form'),
  }),
  Stripe: z.object({
    STRIPE_SECRET_KEY: key(/^[sr]k_/, 'sk_ or rk_')
      .optional()
      .describe('Takes cards through Stripe; the two below then have to be there too'),
    STRIPE_PUBLISHABLE_KEY: key(/^pk_/, 'pk_').optional().describe("The browser's key"),
    STRIPE_WEBHOOK_SECRET: key(/^whsec_/, 'whsec_')
      .optional()
      .describe('Signs what Stripe sends to `/functions/v1/stripe-webhook`'),
  }),
  Mail: z.object({
    SMTP_HOST: z.string().optional().describe('The mail server that carries every mail'),
    SMTP_PORT: count
      .refine((port) => port >= 1 && port <= 65535, 'must be a port from 1 to 65535')
      .default(587)
      .describe('Its port; on 465 TLS from the start, elsewhere as soon as the server offers it'),
    SMTP_USER: z.string().optional().describe('User there, if it asks for one'),
    SMTP_PASS: z.string().optional().describe('Password of that user'),
    SMTP_ADMIN_EMAIL: z
      .email('must be an e-mail address')
      .optional()
      .describe('Sends every mail, and receives those to the company; goes with `SMTP_HOST`'),
    SMTP_SENDER_NAME: z.string().default('Hourspace').describe('The name that mails come from'),
  }),
  'Text messages': z.object({
    SMS_TWILIO_ACCOUNT_SID: z
      .string()
      .optional()
      .describe('The account at Twilio that carries texts with codes; goes with the next two'),
    SMS_TWILIO_AUTH_TOKEN: z.string().optional().describe('Its token'),
    SMS_TWILIO_MESSAGE_SERVICE_SID: z
      .string()
      .optional()
      .describe('The messaging service texts are sent by, or …'),
    SMS_TWILIO_FROM: z.string().optional().describe('… the number they come from'),
    SMS_TWILIO_API_URL: webUrl
      .optional()
      .describe("Another carrier's address that speaks as Twilio does"),
  }),
  'Error reporting': z.object({
    SENTRY_DSN: z
      .string()
      .regex(
        /^https?:\/\/\w+@[^/\s]+(\/[\w-]+)*\/\d+$/,
        'must be a DSN: https://<key>@<host>/<project>',
      )
      .optional()
      .describe('Reports errors, traces and masked replays of browser and server to this Sentry'),
    SENTRY_ENVIRONMENT: z.string().optional().describe('The name this installation has there'),
    SENTRY_RELEASE: z.string().optional().describe('The name of the version that runs'),
    SENTRY_TRACES_SAMPLE_RATE: share
      .default(1)
      .describe('Share of page loads and requests whose trace is kept'),
    SENTRY_REPLAYS_SESSION_SAMPLE_RATE: share
      .default(0.1)
      .describe('Share of visits that are recorded, all text and inputs masked'),
  }),
  Accounts: accountsSection,
  'Accounts elsewhere': externalSection,
  'Stored objects': storageSection,
  'Live connections': realtimeSection,
  'The backend': z.object({
    PGRST_DB_SCHEMAS: list
      .optional()
      .describe('Schemas the data API serves, separated by commas; the first is the default'),
    PGRST_DB_EXTRA_SEARCH_PATH: list
      .optional()
      .describe('Schemas that statements see besides, separated by commas'),
    PGRST_DB_MAX_ROWS: count.optional().describe('Most rows one answer of the data API holds'),
    PGRST_DB_AGGREGATES_ENABLED: flag
      .optional()
      .describe('`true` lets requests sum, count and average: `select=price.sum()`'),
    PGRST_DB_PLAN_ENABLED: flag
      .optional()
      .describe('`true` lets requests ask for the plan of their statement'),
    PGRST_DB_PRE_REQUEST: z
      .string()
      .optional()
      .describe('Function, `schema.name`, that runs before the statement of every request'),
    PGRST_DB_TX_END: z
      .enum(
        ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'],
        'must be commit or rollback, or either with -allow-override',
      )
      .optional()
      .describe(
        'How requests end: `commit`, `rollback`, or either with `-allow-override`, where `Prefer: tx=…` may say otherwise',
      ),
    PGRST_OPENAPI_MODE: z
      .enum(
        ['follow-privileges', 'ignore-privileges', 'disabled'],
        'must be follow-privileges, ignore-privileges or disabled',
      )
      .optional()
      .describe(
        'What the root of the data API describes: what the caller may use, everything (`ignore-privileges`) or nothing (`disabled`)',
      ),
    PGRST_DB_POOL: count
      .refine((size) => size >= 1, 'must be at least 1')
      .optional()
      .describe(
        'Connections of a pool; a process holds up to three and a half times as many, and three more (`docs/scaling.md`)',
      ),
    FUNCTIONS_VERIFY_JWT: flag
      .optional()
      .describe(
        'Whether a function asks for a token or key where `supabase/config.toml` does not say',
      ),
  }),
}

export const environmentSchema = z.object({
  ...environmentSections['Where it runs'].shape,
  ...environmentSections['What it holds'].shape,
  ...environmentSections.Keys.shape,
  ...environmentSections.Stripe.shape,
  ...environmentSections.Mail.shape,
  ...environmentSections['Text messages'].shape,
  ...environmentSections['Error reporting'].shape,
  ...environmentSections.Accounts.shape,
  ...environmentSections['Accounts elsewhere'].shape,
  ...environmentSections['Stored objects'].shape,
  ...environmentSections['Live connections'].shape,
  ...environmentSections['The backend'].shape,
})
