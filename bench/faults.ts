import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from './product.ts'

/** Returns the ids of the worker processes, the oldest first. */
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
 * Stops PostgreSQL: SIGINT ends its sessions and stops it in order, SIGQUIT stops it at once without
 * a checkpoint, as after a crash. The product starts it again.
 */
export function stopPostgres(product: Product, signal: 'SIGINT' | 'SIGQUIT'): void {
  const file = readFileSync(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(file.split('\n')[0]), signal)
}
