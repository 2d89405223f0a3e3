import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Keys } from './keys.ts'
import { isAlive } from './postgres/orphan.ts'
import { runFolder } from './testing-database.ts'
import { testPort } from './testing-port.ts'
import { spawnEnvironment } from './testing-spawn.ts'

const backendFile = fileURLToPath(new URL('backend.ts', import.meta.url))

/** `npm run backend` in a terminal of its own. */
export type BackendProgram = {
  url: string
  /** What its `keys.json` holds. */
  keys: Keys
  pid: number
  /** The processes it has started. */
  children(): number[]
  /** Ctrl-C: the signal goes to all processes of the terminal. Resolves with the exit code. */
  interrupt(): Promise<number | null>
  /** `kill -9` of the first process alone. */
  kill(): Promise<void>
}

/**
 * Starts it on a database, with a data folder and a port of its own.
 *
 * @param variables further variables of its environment.
 * @throws Error with all it has said when it ends before it is ready.
 */
export async function startBackendProgram(
  databaseUrl: string,
  variables: Record<string, string>,
): Promise<BackendProgram> {
  const dataDir = mkdtempSync(join(runFolder(), 'program-'))
  const port = await testPort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', backendFile], {
    env: {
      ...spawnEnvironment(),
      PORT: String(port),
      HOURSPACE_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as in a terminal.
    detached: true,
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  const ready = new Promise<void>((resolve) => {
    const listen = (part: string) => {
      said += part
      if (said.includes('is ready at')) resolve()
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen)
  })
  const early = ended.then((code) => {
    throw new Error(`It ended with ${code}: ${said}`)
  })
  // Later ends are the test's own doing.
  early.catch(() => {})
  await Promise.race([ready, early])
  const pid = child.pid!
  return {
    url: `http://localhost:${port}`,
    keys: JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as Keys,
    pid,
    children: () => childrenOf(pid),
    interrupt: () => {
      if (isAlive(pid)) process.kill(-pid, 'SIGINT')
      return ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return all.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!)
}
