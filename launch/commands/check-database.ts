import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import { newestBackupAt } from '#launch/backup/manifest.ts'
import { openBackupStore } from '#launch/backup/store.ts'
import { chooseSecrets } from '#launch/config.ts'
import type { Environment } from '#launch/environment/environment.ts'
import { s3Settings } from '#launch/environment/storage.ts'
import { migrate } from '#launch/migrate.ts'
import { readSealed } from '#launch/sealed-secrets.ts'
import { hasDemoAccounts } from '#launch/seed.ts'
import type { CommandContext } from './command.ts'
import { error, type Finding, maxClockSkewMs, ok, warning } from './finding.ts'

/** Consecutive failures after which a job is reported as an error. */
const failedAfter = 5
/** Waiting time after which a due email is reported. */
const lateMailSeconds = 600
/** Maximum age of the newest backup: a day and 2 hours. */
const maxBackupAgeHours = 26

/** Checks PostgreSQL's settings, the encrypted values, the migrations and the marketplace's data. */
export async function checkDatabase({
  sql,
  databaseUrl,
  environment,
  keys,
}: CommandContext): Promise<Finding[]> {
  const findings = await checkPostgres(sql)
  const [schema] = await sql<{ exists: boolean }[]>`
    select to_regclass('public.bookings') is not null as exists`
  if (schema!.exists) findings.push(...(await checkSecrets(sql, chooseSecrets(environment, keys))))
  const supabaseDir = environment.SUPABASE_DIR
  const pending = await migrate({ databaseUrl, supabaseDir, dryRun: true })
  if (pending.length > 0)
    findings.push(warning(`${pending.length} migrations are pending: run hourspace migrate`))
  if (!schema!.exists) return findings
  if (!environment.allowFakes && (await hasDemoAccounts(databaseUrl)))
    findings.push(error('The database has the demo accounts, whose password is public'))
  return [
    ...findings,
    await checkAdmins(sql),
    ...(await checkJobs(sql)),
    ...(await checkMails(sql)),
  ]
}

async function checkPostgres(sql: Sql): Promise<Finding[]> {
  const [facts] = await sql<
    {
      version: string
      wal_level: string
      may_replicate: boolean
      bypasses_rls: boolean
      skew_ms: number
    }[]
  >`
    select current_setting('server_version') as version, current_setting('wal_level') as wal_level,
      rolreplication or rolsuper as may_replicate, rolbypassrls or rolsuper as bypasses_rls,
      (extract(epoch from clock_timestamp()) * 1000)::float8 - ${Date.now()} as skew_ms
    from pg_roles where rolname = current_user`
  const { version, wal_level, may_replicate, bypasses_rls, skew_ms } = facts!
  return [
    ok(`PostgreSQL ${version} responds`),
    wal_level === 'logical' && may_replicate
      ? ok('Realtime can read changes of tables')
      : warning(
          'Realtime cannot read changes of tables: set wal_level = logical and give the owner REPLICATION',
        ),
    ...(bypasses_rls ? [] : [error('The owner of the database needs BYPASSRLS (docs/scaling.md)')]),
    Math.abs(skew_ms) > maxClockSkewMs
      ? error(
          `The clocks of this machine and the database differ by ${Math.round(skew_ms / 1000)} s`,
        )
      : ok('The clocks of this machine and the database agree'),
  ]
}

/**
 * Reports whether all encrypted values can be decrypted, and a short hash of each secret, so that
 * an operator can compare machines.
 */
async function checkSecrets(
  sql: Sql,
  { jwtSecret, acceptedJwtSecrets, serverSecrets }: ReturnType<typeof chooseSecrets>,
): Promise<Finding[]> {
  const version = (secret: string | undefined) =>
    createHash('sha256')
      .update(`version of ${secret ?? ''}`)
      .digest('hex')
      .slice(0, 4)
  const [serverSecret, ...oldServerSecrets] = serverSecrets
  const found = await readSealed(sql, serverSecrets)
  const unreadable = found.filter(({ fresh }) => fresh === null).length
  const outdated = found.filter(({ isCurrent }) => !isCurrent).length - unreadable
  const others = (secrets: string[]) =>
    secrets.length > 0 ? `, also accepts ${secrets.map(version).join(' and ')}` : ''
  return [
    ok(`API keys: secret ${version(jwtSecret)}${others(acceptedJwtSecrets)}`),
    ok(`Encryption: secret ${version(serverSecret)}${others(oldServerSecrets)}`),
    unreadable > 0
      ? error(
          `${unreadable} of ${found.length} encrypted values cannot be read (docs/operating.md)`,
        )
      : ok(`All ${found.length} encrypted values can be read`),
    ...(outdated > 0
      ? [warning(`${outdated} values are encrypted with an old secret: restart the server`)]
      : []),
  ]
}

async function checkAdmins(sql: Sql): Promise<Finding> {
  const [admins] = await sql<{ count: number }[]>`
    select count(*)::int from public.profiles where is_admin`
  return admins!.count > 0
    ? ok(`Admins: ${admins!.count}`)
    : warning('There is no admin: run hourspace admin grant <email>')
}

async function checkJobs(sql: Sql): Promise<Finding[]> {
  const failed = await sql<{ name: string; error: string; failures: number }[]>`
    select name, error, failures from hourspace_backend.jobs where error is not null order by name`
  if (failed.length === 0) return [ok('No job fails')]
  return failed.map((job) => {
    const message = `The job "${job.name}" failed ${job.failures} times in a row: ${job.error}`
    return job.failures < failedAfter ? warning(message) : error(message)
  })
}

export async function checkMails(sql: Sql): Promise<Finding[]> {
  const [mails] = await sql<{ abandoned: number; waiting: number; seconds: number }[]>`
    select coalesce(sum(value) filter (where metric = 'emails_abandoned'), 0)::int as abandoned,
      coalesce(sum(value) filter (where metric = 'emails_waiting'), 0)::int as waiting,
      coalesce(max(value) filter (where metric = 'email_oldest_seconds'), 0)::int as seconds
    from public.platform_metrics()`
  const { abandoned, waiting, seconds } = mails!
  if (abandoned === 0 && seconds < lateMailSeconds) return []
  const late = `; waiting: ${waiting}, the first for ${Math.floor(seconds / 60)} minutes`
  return [warning(`Emails abandoned today: ${abandoned}${seconds < lateMailSeconds ? '' : late}`)]
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
