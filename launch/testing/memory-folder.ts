import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const shared = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/**
 * Returns a folder for temporary files: Linux's in-memory file system if 2 GiB are free there, else
 * the usual folder. Tests create and delete so many files that a disk takes much longer.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= neededBytes ? shared : tmpdir()
  } catch {
    return tmpdir()
  }
}
