import { mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const shared = '/dev/shm'
const neededBytes = 2 * 1024 ** 3
const user = process.getuid?.() ?? 'windows'

/**
 * Creates a folder for temporary files of this user. Uses Linux's in-memory file system if 2 GiB
 * are free there, otherwise the system's temporary folder. Tests create and delete so many files
 * that a disk takes much longer.
 */
export function memoryFolder(name: string): string {
  const folder = join(hasSpace() ? shared : tmpdir(), `hourspace-${name}-${user}`)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return folder
}

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
