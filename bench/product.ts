import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Keys } from '@hourspace/launch/keys.ts'
import { freePort } from '@hourspace/launch/postgres/port.ts'

const program = fileURLToPath(new URL('../launch/start.ts', import.meta.url))

/** A running product and its data folder, which `stop` deletes. */
export type Product = {
  url: string
  keys: Keys
  dataDir: string
  pid: number
  stop(): Promise<void>
}

/** Starts the product as `npm start` does. Throws if it exits before it serves its first page. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = env['HOURSPACE_DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'hourspace-bench-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, PORT: String(port), HOURSPACE_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The product did not start')
    await sleep(300)
  }
  return {
    url,
    keys: JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as Keys,
    dataDir,
    pid: child.pid!,
    stop: async () => {
      child.kill()
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
