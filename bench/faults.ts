import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '@hourspace/launch/postgres/postmaster.ts'
import type { Product } from './product.ts'

export function workersOf(product: Product): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, name]) => Number(parent) === product.pid && /node|MainThread/.test(name ?? ''),
    )
    .map(([pid]) => Number(pid))
    .toSorted((one, other) => one - other)
}

/**
 * Stops PostgreSQL, which the product then restarts. SIGINT is a fast shutdown; SIGQUIT is an
 * immediate shutdown without a checkpoint, as after a crash.
 */
export function stopPostgres(product: Product, signal: 'SIGINT' | 'SIGQUIT'): void {
  process.kill(postmasterOf(product), signal)
}

/** Simulates the loss of the machine: kills all processes and deletes the data folder. */
export async function destroy(product: Product): Promise<void> {
  const own = [product.pid, ...workersOf(product), postmasterOf(product)]
  const pids = [...own, ...own.flatMap(childrenOf)]
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  while (pids.some(isAlive)) await sleep(50)
  rmSync(product.dataDir, { recursive: true })
}

function postmasterOf(product: Product): number {
  const file = readFileSync(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

function childrenOf(parent: number): number[] {
  const result = spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
  return result.stdout.split('\n').filter(Boolean).map(Number)
}
