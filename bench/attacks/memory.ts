import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the resident memory of a process in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m) / 1024
}

/** Returns the memory of all PostgreSQL processes in megabytes. Counts shared memory once. */
export function postgresMegabytes(dataDir: string): number {
  const [postmaster] = read(join(dataDir, 'postgres/postmaster.pid')).split('\n')
  const sizes = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && (pid === postmaster || parentOf(pid) === postmaster))
    .map((pid) => kilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
}

function kilobytes(file: string, pattern: RegExp): number {
  return Number(pattern.exec(read(file))?.[1] ?? 0)
}

/** Returns an empty string if the process has ended, because its file in /proc is then missing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
