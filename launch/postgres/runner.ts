import { type SpawnOptions, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

type Command = { file: string; args: string[]; options: SpawnOptions }

export type Runner = {
  /** Real path of the cluster's data folder. `.hourspace/postgres` may be a symbolic link to it. */
  dataDir: string
  command(program: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): Command
  chown(path: string): void
}

const nobodyId = 65534
/**
 * Folder for the data and the binaries that an unprivileged user cannot reach at their usual path.
 */
const publicFolder = '/var/lib/hourspace'
/**
 * Maps the current user to user id 1, because `initdb` requires a user name and user 1 always has
 * one.
 */
const unshareArguments = ['--user', '--map-user=1', '--map-group=1', '--']

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. If Hourspace runs as root,
 * the owner of existing data runs it. Without data, user 1 of a user namespace runs it. If user
 * namespaces are unavailable, user id 65534 runs it, and may need another data folder.
 */
export function chooseRunner(binaries: string, dataDir: string): Runner {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return plainRunner(binaries, dataDir)
  const owner = isRoot && existsSync(dataDir) ? statSync(dataDir).uid : 0
  if (owner !== 0) return droppedRunner(binaries, dataDir, owner)
  if (canUnshare(binaries, dirname(dataDir))) return unsharedRunner(binaries, dataDir)
  return isRoot ? droppedRunner(binaries, dataDir, nobodyId) : plainRunner(binaries, dataDir)
}

function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

// Omits PG* variables, which would override settings. A fixed TZ makes initdb faster.
const environment = () => ({
  PATH: process.env.PATH,
  TZ: 'UTC',
  SystemRoot: process.env.SystemRoot,
})
const program = (binaries: string, name: string) =>
  join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

function plainRunner(binaries: string, dataDir: string): Runner {
  const options = { env: environment() }
  return {
    dataDir: existsSync(dataDir) ? realpathSync(dataDir) : dataDir,
    command: (name, args) => ({ file: program(binaries, name), args, options }),
    chown: () => {},
  }
}

function unsharedRunner(binaries: string, dataDir: string): Runner {
  const options = { env: environment(), cwd: '/' }
  return {
    dataDir,
    command: (name, args) => ({
      file: 'unshare',
      args: [...unshareArguments, program(binaries, name), ...args],
      options,
    }),
    chown: () => {},
  }
}

function droppedRunner(binaries: string, requestedDataDir: string, uid: number): Runner {
  const readable = canReach(uid, join(binaries, 'bin')) ? binaries : publicCopy(binaries)
  const dataDir = reachableDataDir(requestedDataDir, uid)
  const options = { env: environment(), cwd: '/', uid, gid: uid }
  const chown = (path: string) => chownTree(path, uid)
  if (existsSync(dataDir) && statSync(dataDir).uid !== uid) chown(dataDir)
  return {
    dataDir,
    command: (name, args) => ({ file: program(readable, name), args, options }),
    chown,
  }
}

function canUnshare(binaries: string, parent: string): boolean {
  const script = 'test -x "$1" && test -w "$2"'
  const check = ['sh', '-c', script, 'sh', join(binaries, 'bin', 'postgres'), parent]
  return spawnSync('unshare', [...unshareArguments, ...check], { cwd: '/' }).status === 0
}

function canReach(uid: number, folder: string): boolean {
  const check = ['-c', 'test -x "$1"', 'sh', folder]
  return spawnSync('/bin/sh', check, { cwd: '/', uid, gid: uid }).status === 0
}

function publicCopy(binaries: string): string {
  const manifest = readFileSync(join(binaries, '..', 'package.json'))
  const name = `postgres-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`
  const copy = join(publicFolder, name)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}

/**
 * Returns the data folder `requested` if user `uid` can access it. Otherwise moves the folder to a
 * place that this user can access, leaves a symbolic link, and returns the new path.
 */
function reachableDataDir(requested: string, uid: number): string {
  if (lstatSync(requested, { throwIfNoEntry: false })?.isSymbolicLink())
    return realpathSync(requested)
  if (canReach(uid, dirname(requested))) return requested
  const reachable = join(publicFolder, `data-${randomBytes(6).toString('hex')}`)
  mkdirSync(publicFolder, { recursive: true, mode: 0o755 })
  if (existsSync(requested)) {
    cpSync(requested, reachable, { recursive: true, verbatimSymlinks: true })
    rmSync(requested, { recursive: true })
  }
  symlinkSync(reachable, requested)
  return reachable
}

function chownTree(path: string, uid: number): void {
  chownSync(path, uid, uid)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) chownTree(join(path, name), uid)
}
