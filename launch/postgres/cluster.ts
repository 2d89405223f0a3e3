import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import postgres from 'postgres'
import { otherVersion, StartupError } from '#launch/startup-error.ts'
import type { Runner } from './runner.ts'

const superuserName = 'postgres'
const ownerName = 'hourspace'

/** Settings on PostgreSQL's command line, so that upgrades also change existing clusters. */
export const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Realtime needs logical WAL. The size limit keeps replication slots from filling the disk.
  wal_level: 'logical',
  max_slot_wal_keep_size: '512MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
  // Keeps the statements of refused requests, and the data in them, out of the log.
  log_min_error_statement: 'fatal',
}

/**
 * Subfolders of PostgreSQL's data folder: compressed WAL segments to archive, and segments to
 * replay.
 */
export const outgoingWal = 'outgoing_wal'
export const restoredWal = 'restored_wal'

/**
 * `archive_command` compresses each finished WAL segment into `outgoingWal`. It waits up to 30 s
 * for `startArchiver` to archive the segment and to create `.done`; otherwise it fails and
 * PostgreSQL retries. PostgreSQL finishes a segment with changes after at most a minute.
 * https://www.postgresql.org/docs/18/continuous-archiving.html
 */
export const archiveSettings: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: [
    `f=${outgoingWal}/%f`,
    `mkdir -p ${outgoingWal} || exit 1`,
    'test -f $f.done || { gzip -1 < "%p" > $f.unfinished && mv $f.unfinished $f.gz; } || exit 1',
    'i=0',
    'until test -f $f.done; do i=$((i+1)); test -f $f.gz && test $i -le 300 || exit 1; sleep 0.1; done',
    'rm $f.done',
  ].join('; '),
}

/**
 * Settings of a restore. `hot_standby` is off, because it would require at least the connection
 * limits of the server that wrote the WAL. With archiving on but no `archive_command`, PostgreSQL
 * keeps the history and the WAL of the new timeline until the restored server archives them. A
 * second restore needs both in the archive to follow this timeline.
 */
export const recoverySettings: Readonly<Record<string, string>> = {
  hot_standby: 'off',
  archive_mode: 'on',
  archive_command: '',
}

export const restoreCommand = `test -f ${restoredWal}/%f.gz && gzip -d < ${restoredWal}/%f.gz > "%p"`

/** Faster settings for test clusters, which may lose data in a power failure. */
export const nonDurableSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_senders: '40',
  max_replication_slots: '40',
  // Loads these libraries once, not in each of the thousands of connections that a test run opens.
  shared_preload_libraries: 'plpgsql,pgcrypto,pg_trgm,btree_gist,fuzzystrmatch',
}

export function connectionLimits(processes: number): Record<string, string> {
  const senders = String(6 + 4 * processes)
  return {
    max_connections: String(70 + 50 * processes),
    max_wal_senders: senders,
    max_replication_slots: senders,
  }
}

/**
 * Creates a missing cluster in a temporary folder and renames it at the end, so that an interrupted
 * start leaves no incomplete cluster. Requires the lock on the data folder.
 */
export async function ensureCluster(
  runner: Runner,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(runner.dataDir, 'PG_VERSION'))) {
    // PostgreSQL does not start in a data folder that other users can read. A restored data folder
    // may be readable for other users.
    chmodSync(runner.dataDir, 0o700)
    return
  }
  const parent = dirname(runner.dataDir)
  const prefix = `${basename(runner.dataDir)}.new-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const draft = join(parent, `${prefix}${process.pid}`)
  const passwordFile = join(draft, 'password')
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.chown(draft)
  await initdb(runner, [
    `--pgdata=${join(draft, 'data')}`,
    `--username=${superuserName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    ...(durable ? [] : ['--no-sync', '--no-data-checksums']),
  ])
  renameSync(join(draft, 'data'), runner.dataDir)
  rmSync(draft, { recursive: true })
}

export function clusterUrl(port: number, password: string): string {
  return `postgresql://${superuserName}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

/**
 * Creates the database owner or updates its password, and returns its database URL. The backend
 * does not connect as superuser, who could read server files and run programs. Throws StartupError
 * if another role owns the backend schema.
 */
export async function ensureOwner(superuserUrl: string, password: string): Promise<string> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const [schema] = await sql<{ owner: string }[]>`
      select nspowner::regrole::text as owner from pg_namespace where nspname = 'hourspace_backend'`
    if (schema && schema.owner !== ownerName)
      throw otherVersion(`its owner is ${schema.owner} instead of ${ownerName}`)
    const roles = await sql`select from pg_roles where rolname = ${ownerName}`
    const verb = roles.length > 0 ? 'alter' : 'create'
    const attributes = 'login nosuperuser createrole bypassrls replication'
    // DDL statements cannot have parameters. The password is hexadecimal and needs no escaping.
    await sql.unsafe(`${verb} role ${ownerName} ${attributes} password '${password}'`)
    await sql.unsafe(`alter database postgres owner to ${ownerName}`)
  } finally {
    await sql.end()
  }
  const url = new URL(superuserUrl)
  url.username = ownerName
  url.password = password
  return url.href
}

async function initdb(runner: Runner, flags: string[]): Promise<void> {
  const { file, args, options } = runner.command('initdb', flags)
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (errors += part))
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (status, signal) => resolve(status ?? signal ?? 1))
  })
  if (code === 0) return
  const lastLine = errors.trim().split('\n').at(-1)
  throw new StartupError(
    `PostgreSQL could not create its data folder ${runner.dataDir}: ${lastLine || code}. Check its permissions and the free disk space.`,
  )
}
