import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Keys } from '#launch/keys.ts'
import { isAlive } from '#launch/postgres/postmaster.ts'
import { childEnvironment, runFolder, testPort } from './run.ts'

const backendFile = fileURLToPath(new URL('../backend.ts', import.meta.url))

/** A running `npm run backend`, with a process group as in a terminal. */
export type BackendProcess = {
  url: string
  keys: Keys
  pid: number
  children(): number[]
  output(): string
  /** Sends SIGINT to the process group, as Ctrl-C does. */
  interrupt(): Promise<number | null>
  /** Kills the primary process only. */
  kill(): Promise<void>
}

/** Starts `npm run backend`. Throws Error if it exits before it is ready. */
export async function startBackendProcess(
  databaseUrl: string,
  variables: Record<string, string>,
): Promise<BackendProcess> {
  const dataDir = variables['HOURSPACE_DATA_DIR'] ?? mkdtempSync(join(runFolder(), 'backend-'))
  const port = await testPort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', backendFile], {
    env: {
      ...childEnvironment(),
      PORT: String(port),
      HOURSPACE_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let output = ''
  const ready = new Promise<void>((resolve) => {
    const collect = (part: string) => {
      output += part
      if (output.includes('is ready at')) resolve()
    }
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', collect)
  })
  const exitedEarly = exited.then((code) => {
    throw new Error(`The backend exited with code ${code} before it was ready: ${output}`)
  })
  // This rejection is expected when the test ends the process after the start.
  exitedEarly.catch(() => {})
  await Promise.race([ready, exitedEarly])
  const pid = child.pid!
  return {
    url: `http://localhost:${port}`,
    keys: JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as Keys,
    pid,
    children: () => childrenOf(pid),
    output: () => output,
    interrupt: () => {
      if (isAlive(pid)) process.kill(-pid, 'SIGINT')
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return all.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!)
}
