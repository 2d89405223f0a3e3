import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { privateFolder } from './file-io.ts'

export type TemporaryFiles = ReturnType<typeof createTemporaryFiles>

/** Age in milliseconds after which any temporary file is deleted. */
const maxAgeMs = 24 * 3_600_000
const machine = hostname().replaceAll('.', '_')

/** Creates the folder of temporary files and deletes files of crashed processes. */
export function createTemporaryFiles(dir: string) {
  mkdirSync(dir, { recursive: true, mode: privateFolder })
  for (const name of readdirSync(dir)) {
    if (isAbandoned(name)) rmSync(join(dir, name), { force: true })
  }
  return {
    newPath: (): string => join(dir, `${machine}.${process.pid}.${crypto.randomUUID()}`),
    /** Deletes old files, for example those of a crashed machine that shared the folder. */
    deleteAbandoned: async (): Promise<void> => {
      const before = Date.now() - maxAgeMs
      for (const name of await readdir(dir)) {
        const facts = await stat(join(dir, name)).catch(() => null)
        if (facts && facts.mtimeMs < before) await rm(join(dir, name), { force: true })
      }
    },
  }
}

/**
 * Returns whether the process that wrote the file has ended, or false for files of other machines.
 * A file with the id of the current process was written by an earlier process with the same id.
 */
function isAbandoned(name: string): boolean {
  const [host, pid] = name.split('.')
  return host === machine && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
