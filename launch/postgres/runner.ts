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

/** A program ready to be spawned. */
type Command = {
  file: string
  args: string[]
  options: SpawnOptions
}

/** Runs PostgreSQL's programs as an identity that PostgreSQL accepts: it refuses root. */
export type Runner = {
  /** Where the cluster really lies; `.hourspace/postgres` may be a link to it. */
  dataDir: string
  command(program: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): Command
  /** Makes the identity owner of a file or folder. */
  own(path: string): void
}

const nobodyId = 65534
/** Where root keeps what the ordinary user has to reach when the project lies in a folder only root can enter. */
const publicHome = '/var/lib/hourspace'
/** In a user namespace this process goes by number 1, which has a name on every Linux; initdb insists on a name. */
const unshareArguments = ['--user', '--map-user=1', '--map-group=1', '--']

/**
 * Chooses who runs PostgreSQL. An ordinary user runs it as is, under a borrowed name if the system has none for him.
 * Root runs it, in this order: as the owner of existing data; as root that a user namespace calls by another number,
 * which needs no other place for anything; as nobody. Call it only while holding the lock: it may move the data.
 */
export function chooseRunner(native: string, dataDir: string): Runner {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return plainRunner(native, dataDir)
  const owner = isRoot && existsSync(dataDir) ? statSync(dataDir).uid : 0
  if (owner !== 0) return droppedRunner(native, dataDir, owner)
  if (canUnshare(native, dirname(dataDir))) return unsharedRunner(native, dataDir)
  return isRoot ? droppedRunner(native, dataDir, nobodyId) : plainRunner(native, dataDir)
}

function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

// `npm` and the caller's PG* variables are none of PostgreSQL's business; a fixed TZ spares initdb a search.
const environment = () => ({
  PATH: process.env.PATH,
  TZ: 'UTC',
  SystemRoot: process.env.SystemRoot,
})
const program = (native: string, name: string) =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

function plainRunner(native: string, dataDir: string): Runner {
  const options = { env: environment() }
  return {
    dataDir: existsSync(dataDir) ? realpathSync(dataDir) : dataDir,
    command: (name, args) => ({ file: program(native, name), args, options }),
    own: () => {},
  }
}

function unsharedRunner(native: string, dataDir: string): Runner {
  const options = { env: environment(), cwd: '/' }
  return {
    dataDir,
    command: (name, args) => ({
      file: 'unshare',
      args: [...unshareArguments, program(native, name), ...args],
      options,
    }),
    own: () => {},
  }
}

function droppedRunner(native: string, wantedDataDir: string, uid: number): Runner {
  const readable = canReach(uid, join(native, 'bin')) ? native : publicCopy(native)
  const dataDir = reachableDataDir(wantedDataDir, uid)
  const options = { env: environment(), cwd: '/', uid, gid: uid }
  const own = (path: string) => chownTree(path, uid)
  if (existsSync(dataDir) && statSync(dataDir).uid !== uid) own(dataDir)
  return {
    dataDir,
    command: (name, args) => ({ file: program(readable, name), args, options }),
    own,
  }
}

function canUnshare(native: string, parent: string): boolean {
  const check = [
    'sh',
    '-c',
    'test -x "$1" && test -w "$2"',
    'sh',
    join(native, 'bin', 'postgres'),
    parent,
  ]
  return spawnSync('unshare', [...unshareArguments, ...check], { cwd: '/' }).status === 0
}

function canReach(uid: number, folder: string): boolean {
  const check = ['-c', 'test -x "$1"', 'sh', folder]
  return spawnSync('/bin/sh', check, { cwd: '/', uid, gid: uid }).status === 0
}

function publicCopy(native: string): string {
  const manifest = readFileSync(join(native, '..', 'package.json'))
  const name = `native-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`
  const copy = join(publicHome, name)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}

/** Keeps the data where it was asked for if `uid` can get there, else in the public home with a link to it. */
function reachableDataDir(wanted: string, uid: number): string {
  if (lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink()) return realpathSync(wanted)
  if (canReach(uid, dirname(wanted))) return wanted
  const reachable = join(publicHome, `data-${randomBytes(6).toString('hex')}`)
  mkdirSync(publicHome, { recursive: true, mode: 0o755 })
  if (existsSync(wanted)) {
    cpSync(wanted, reachable, { recursive: true, verbatimSymlinks: true })
    rmSync(wanted, { recursive: true })
  }
  symlinkSync(reachable, wanted)
  return reachable
}

function chownTree(path: string, uid: number): void {
  chownSync(path, uid, uid)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) chownTree(join(path, name), uid)
}
