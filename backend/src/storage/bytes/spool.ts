import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Files of this machine in which bytes arrive before they are anybody's. */
export type Spool = {
  newPath(): string
  /** Removes what was not touched since `before`: another machine that shared the folder is gone. */
  sweep(before: Date): Promise<void>
}

const machine = hostname().replaceAll('.', '_')

/** Makes the folder and removes what a crash cut short. Throws when it cannot be written. */
export function createSpool(dir: string): Spool {
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) {
    if (isAbandoned(name)) rmSync(join(dir, name), { force: true })
  }
  return {
    newPath: () => join(dir, `${machine}.${process.pid}.${crypto.randomUUID()}`),
    sweep: async (before) => {
      for (const name of await readdir(dir)) {
        const facts = await stat(join(dir, name)).catch(() => null)
        if (facts && facts.mtime < before) await rm(join(dir, name), { force: true })
      }
    },
  }
}

/** Whether its process is gone, or was this process's predecessor. */
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
