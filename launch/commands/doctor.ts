import { statfs } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Sql } from 'postgres'
import type { Stripe } from 'stripe'
import { newestBackupAt } from '#launch/backup/manifest.ts'
import { openBackupStore } from '#launch/backup/store.ts'
import { chooseKeys, chooseSecrets, mailFor, stripeFor } from '#launch/config.ts'
import { type Environment, readEnvironment } from '#launch/environment/environment.ts'
import { requireSafeSettings } from '#launch/environment/production.ts'
import { s3Settings, storageSettings } from '#launch/environment/storage.ts'
import { migrate } from '#launch/migrate.ts'
import { hasDemoAccounts } from '#launch/seed.ts'
import { StartupError } from '#launch/startup-error.ts'
import { connectEvents, platformEvents } from '#launch/webhook-events.ts'
import { checkSecrets } from './check-secrets.ts'
import { type CommandContext, setAction, withDatabase } from './command.ts'
import { error, type Finding, ok, warning } from './finding.ts'

type Check = () => Promise<Finding[]>

const maxClockSkewMs = 30_000
/** Consecutive failures after which doctor reports a job as an error. */
const failedAfter = 5
/** Maximum age of the newest backup: a day and 2 hours. */
const maxBackupAgeHours = 26
const minFreeBytes = 2 * 1024 ** 3

export function addDoctorCommand(program: Command): void {
  setAction(
    program
      .command('doctor')
      .description('check every setting against the real service; changes nothing'),
    async () => {
      const findings = await diagnose()
      const marks = { ok: '✓', warning: '!', error: '✗' }
      const isFailed = findings.some(({ state }) => state === 'error')
      return {
        data: findings,
        text: findings.map(({ state, message }) => `${marks[state]} ${message}`).join('\n'),
        failed: isFailed,
      }
    },
  )
}

async function diagnose(): Promise<Finding[]> {
  const environment = readEnvironment(process.env)
  const checks: Check[] = [
    () => checkSettings(environment),
    () =>
      withDatabase(async (context) => [
        ...(await checkDatabase(context)),
        ...(await checkBackups(context)),
      ]),
    () => checkStripe(environment),
    () => checkMail(environment),
    () => checkStorage(environment),
    () => checkServer(environment),
  ]
  const findings: Finding[] = []
  for (const check of checks) {
    try {
      findings.push(...(await check()))
    } catch (cause) {
      findings.push(error(cause instanceof Error ? cause.message : String(cause)))
    }
  }
  return findings
}

async function checkSettings(environment: Environment): Promise<Finding[]> {
  requireSafeSettings(environment)
  const mode = environment.allowFakes
    ? warning('Fake services and demo accounts are allowed: this is no production server')
    : ok('The settings are safe for production')
  return [
    mode,
    environment.SENTRY_DSN
      ? ok('Errors are reported to Sentry')
      : warning('SENTRY_DSN is not set: errors are only logged'),
  ]
}

async function checkDatabase({
  sql,
  databaseUrl,
  environment,
  keys,
}: CommandContext): Promise<Finding[]> {
  const [facts] = await sql<
    {
      version: string
      wal_level: string
      may_replicate: boolean
      bypasses_rls: boolean
      skew_ms: number
      has_schema: boolean
      can_connect: number
    }[]
  >`
    select current_setting('server_version') as version, current_setting('wal_level') as wal_level,
      rolreplication or rolsuper as may_replicate, rolbypassrls or rolsuper as bypasses_rls,
      (extract(epoch from clock_timestamp()) * 1000)::float8 - ${Date.now()} as skew_ms,
      to_regclass('public.bookings') is not null as has_schema,
      current_setting('max_connections')::int as can_connect
    from pg_roles where rolname = current_user`
  const { version, wal_level, may_replicate, bypasses_rls, skew_ms, has_schema } = facts!
  const findings = [
    ok(`PostgreSQL ${version} responds`),
    wal_level === 'logical' && may_replicate
      ? ok('Realtime can read changes of tables')
      : warning(
          'Realtime cannot read changes of tables: set wal_level = logical and give the owner REPLICATION',
        ),
    ...(bypasses_rls ? [] : [error('The owner of the database needs BYPASSRLS (docs/scaling.md)')]),
    ...(Math.abs(skew_ms) > maxClockSkewMs
      ? [
          error(
            `The clocks of this machine and the database differ by ${Math.round(skew_ms / 1000)} s`,
          ),
        ]
      : [ok('The clocks of this machine and the database agree')]),
  ]
  if (has_schema) findings.push(...(await checkSecrets(sql, chooseSecrets(environment, keys))))
  const supabaseDir = environment.SUPABASE_DIR
  const pending = await migrate({ databaseUrl, supabaseDir, dryRun: true })
  if (pending.length > 0)
    findings.push(warning(`${pending.length} migrations are pending: run hourspace migrate`))
  if (!has_schema) return findings
  if (!environment.allowFakes && (await hasDemoAccounts(databaseUrl)))
    findings.push(error('The database has the demo accounts, whose password is public'))
  const [admins] = await sql<{ count: number }[]>`
    select count(*)::int from public.profiles where is_admin`
  findings.push(
    admins!.count > 0
      ? ok(`Admins: ${admins!.count}`)
      : warning('There is no admin: run hourspace admin grant <email>'),
  )
  const failed = await sql<{ name: string; error: string; failures: number }[]>`
    select name, error, failures from hourspace_backend.jobs where error is not null order by name`
  for (const job of failed) {
    const message = `The job "${job.name}" failed ${job.failures} times in a row: ${job.error}`
    findings.push(job.failures < failedAfter ? warning(message) : error(message))
  }
  if (failed.length === 0) findings.push(ok('No job fails'))
  const [mails] = await sql<{ abandoned: number; waiting: number }[]>`
    select count(*) filter (where abandoned_at > now() - interval '1 day'
        and last_error <> 'expired')::int as abandoned,
      count(*) filter (where sent_at is null and abandoned_at is null
        and send_after < now() - interval '10 minutes')::int as waiting
    from public.outgoing_mails`
  if (mails!.abandoned + mails!.waiting > 0)
    findings.push(
      warning(
        `Emails given up today: ${mails!.abandoned}; waiting for more than 10 minutes: ${mails!.waiting}`,
      ),
    )
  return findings
}

export async function checkBackups({
  sql,
  environment,
}: Pick<CommandContext, 'sql' | 'environment'>): Promise<Finding[]> {
  const { BACKUP_DIR, DATABASE_URL } = environment
  if (DATABASE_URL) return []
  if (!BACKUP_DIR) return [warning('BACKUP_DIR is not set: there are no backups')]
  return [await checkArchive(sql), await checkNewestBackup(environment, BACKUP_DIR)]
}

async function checkArchive(sql: Sql): Promise<Finding> {
  const [archive] = await sql<
    { is_on: boolean; fails: boolean | null; segment: string; since: Date | null }[]
  >`
    select current_setting('archive_mode') <> 'off' as is_on, last_failed_wal as segment,
      last_failed_time > coalesce(last_archived_time, '-infinity') as fails,
      last_archived_time as since
    from pg_stat_archiver`
  const { is_on, fails, segment, since } = archive!
  if (!is_on) return error('The write-ahead log is not archived: restart the server')
  if (!fails) return ok('The write-ahead log is archived')
  return error(
    `The write-ahead log has not been archived since ${since?.toISOString() ?? 'the start'} (segment ${segment}): the log of the server says why`,
  )
}

async function checkNewestBackup(environment: Environment, location: string): Promise<Finding> {
  const store = await openBackupStore(location, s3Settings(environment))
  let newest: Date | null
  try {
    newest = await newestBackupAt(store)
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    return error(`The backups in ${store.url} cannot be read: ${message || code}`)
  }
  if (!newest) return error(`There is no complete backup in ${store.url}: run hourspace backup`)
  const hours = Math.round((Date.now() - newest.getTime()) / 3_600_000)
  const message = `The newest complete backup in ${store.url} is ${hours} hours old`
  return hours <= maxBackupAgeHours ? ok(message) : error(`${message}: run hourspace backup`)
}

async function checkStripe(environment: Environment): Promise<Finding[]> {
  const keys = await chooseKeys(environment)
  const { keys: stripeKeys, isFake } = stripeFor({ mode: 'product', environment, keys })
  if (isFake || !stripeKeys) return [warning('Stripe is a fake: no card is charged')]
  const { Stripe } = await import('stripe')
  const stripe = new Stripe(stripeKeys.secretKey, { maxNetworkRetries: 1, timeout: 10_000 })
  const account = await stripe.accounts.retrieveCurrent().catch((cause: Error) => {
    throw new StartupError(`Stripe refuses STRIPE_SECRET_KEY: ${cause.message}`)
  })
  const findings = [ok(`Stripe accepts STRIPE_SECRET_KEY (${account.id})`)]
  const date = Date.parse(account.lastResponse.headers['date'] ?? '')
  if (Math.abs(date - Date.now()) > maxClockSkewMs)
    findings.push(
      error('The clock of this machine is wrong: it differs from Stripe’s by more than 30 s'),
    )
  if (!account.charges_enabled)
    findings.push(error('This Stripe account cannot charge cards yet: complete its activation'))
  return [...findings, ...(await checkWebhooks(stripe, environment.SITE_URL))]
}

async function checkWebhooks(stripe: Stripe, siteUrl: string): Promise<Finding[]> {
  const url = `${siteUrl}/functions/v1/stripe-webhook`
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const events = new Set(
    data.flatMap((each) =>
      each.url === url && each.status === 'enabled' ? each.enabled_events : [],
    ),
  )
  if (events.size === 0) return [error(`Stripe has no enabled webhook endpoint for ${url}`)]
  if (events.has('*')) return [ok('Stripe sends all events to the webhook')]
  const missing = [...platformEvents, ...connectEvents].filter((type) => !events.has(type))
  return missing.length > 0
    ? [error(`The webhook endpoints at Stripe lack these events: ${missing.join(', ')}`)]
    : [ok('Stripe sends the needed events to the webhook')]
}

async function checkMail(environment: Environment): Promise<Finding[]> {
  const keys = await chooseKeys(environment)
  const mail = mailFor({ mode: 'product', environment, keys })
  if (mail === 'fake' || !mail)
    return [warning('The mail server is a fake: no email leaves this machine')]
  const { host, port, user, pass } = mail
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: port === 465,
    ...(user && { auth: { user, pass } }),
    connectionTimeout: 10_000,
  })
  try {
    await transport.verify()
    return [ok(`The mail server ${host} accepts the connection and the credentials`)]
  } catch (cause) {
    return [error(`The mail server ${host}:${port} cannot be used: ${(cause as Error).message}`)]
  } finally {
    transport.close()
  }
}

async function checkStorage(environment: Environment): Promise<Finding[]> {
  const s3 = storageSettings(environment)?.s3
  if (!s3) {
    const { bavail, bsize } = await statfs(environment.HOURSPACE_DATA_DIR)
    const gigabytes = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`
    return [
      bavail * bsize < minFreeBytes
        ? error(`The disk of ${environment.HOURSPACE_DATA_DIR} has only ${gigabytes} left`)
        : ok(`The disk of the data folder has ${gigabytes} left`),
    ]
  }
  const { DeleteObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3')
  const { assertUsable, createS3Client } =
    await import('@hourspace/backend/storage/object-store/s3-client.ts')
  const client = createS3Client({ ...s3Settings(environment), bucket: s3.bucket })
  await assertUsable(client, s3.bucket)
  const object = { Bucket: s3.bucket, Key: `doctor/${crypto.randomUUID()}` }
  await client.send(new PutObjectCommand({ ...object, Body: 'ok' }))
  await client.send(new DeleteObjectCommand(object))
  return [ok(`The bucket ${s3.bucket} can be read and written`)]
}

async function checkServer(environment: Environment): Promise<Finding[]> {
  const { SITE_URL } = environment
  try {
    const response = await fetch(`${SITE_URL}/healthz`, { signal: AbortSignal.timeout(10_000) })
    return [
      response.ok
        ? ok(`The server responds at ${SITE_URL}`)
        : error(`The server at ${SITE_URL} responds with ${response.status}`),
    ]
  } catch (cause) {
    const { message } = ((cause as Error).cause ?? cause) as Error
    return [warning(`No server responds at ${SITE_URL}: ${message}`)]
  }
}
