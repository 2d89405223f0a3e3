import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Lifecycle } from '#launch/lifecycle.ts'
import { takeLock } from '#launch/postgres/lock.ts'
import { StartupError } from '#launch/startup-error.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
export const buildDir = join(projectDir, 'web', 'build')
const sources = ['web', 'domain', 'package-lock.json']
const notSources = /(^|[\\/])(build|\.react-router|node_modules)([\\/]|$)|\.test\.tsx?$/

/**
 * Throws StartupError unless `build` was made from the current sources. A production start does not
 * build, because a build takes a minute and needs devDependencies.
 */
export function requireWebBuild(build: string = buildDir): void {
  const stamp = readStamp(build)
  if (stamp === hashSources()) return
  const state = stamp === undefined ? 'missing' : 'older than its sources'
  throw new StartupError(`The build of the web app is ${state}: run "npm run build" first.`)
}

/**
 * Builds the web app unless the existing build is current; returns whether it was built. If the
 * build fails, throws StartupError with the end of the bundler's output.
 */
async function ensureWebBuilt(ending: AbortSignal): Promise<boolean> {
  const stamp = hashSources()
  if (readStamp(buildDir) === stamp) return false
  const lock = await lockBuild(ending)
  try {
    if (readStamp(buildDir) === stamp) return false
    await runBundler(ending)
    await precompress(join(buildDir, 'client'))
    writeFileSync(stampFile(buildDir), stamp)
    return true
  } finally {
    await lock.release()
  }
}

export function buildStep(lifecycle: Lifecycle): Promise<boolean> {
  return lifecycle.step(
    (built) => (built ? 'Web app built' : 'Web app is up to date'),
    () => ensureWebBuilt(lifecycle.stopping),
  )
}

async function lockBuild(ending: AbortSignal): Promise<{ release(): Promise<void> }> {
  for (;;) {
    const lock = await takeLock(buildDir, () => ({
      pid: process.pid,
      description: 'building the web app',
    }))
    if (lock.taken) return lock
    await sleep(200, undefined, { signal: ending })
  }
}

function stampFile(build: string): string {
  return join(build, '.stamp')
}

function readStamp(build: string): string | undefined {
  try {
    return readFileSync(stampFile(build), 'utf8')
  } catch {
    return undefined
  }
}

/** Hashes file contents, because a fresh clone does not keep modification times. */
export function hashSources(): string {
  const hash = createHash('sha1')
  for (const source of sources) {
    for (const file of filesOf(source))
      hash.update(file).update(readFileSync(join(projectDir, file)))
  }
  return hash.digest('hex')
}

function filesOf(source: string): string[] {
  if (source.includes('.')) return [source]
  return readdirSync(join(projectDir, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectDir.length))
    .filter((file) => !notSources.test(file))
    .sort()
}

async function runBundler(ending: AbortSignal): Promise<void> {
  let output = ''
  const child = spawn(process.execPath, [bundler(), 'build', 'web'], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: ending,
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new StartupError(`The web app does not build:\n${output.trim().slice(-3_000)}`)
}

function bundler(): string {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve('@react-router/dev/package.json')
    const { bin } = require(manifest) as { bin: Record<string, string> }
    return join(dirname(manifest), bin['react-router'] ?? '')
  } catch {
    throw new StartupError(
      'The web app is not built and its bundler is not installed: run "npm ci" with devDependencies, or "npm run build" before removing them.',
    )
  }
}

const compressible = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.mjs',
  '.svg',
  '.txt',
  '.webmanifest',
])
const minimumBytes = 1_000

/**
 * Writes a `.br` and a `.gz` variant of every text file of at least 1,000 bytes, so that responses
 * need no compression.
 */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((file) => precompressFile(join(file.parentPath, file.name))))
}

async function precompressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < minimumBytes) return
  // Brotli quality 9 takes a tenth of the time of quality 11. Its files are at most 3% larger.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
