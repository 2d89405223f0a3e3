import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

/**
 * Bytes on disk. Each upload is a version with a name of its own, never the name people chose, so
 * that no path they send reaches the file system and replacing an object never touches bytes that
 * are being read.
 */
export type Disk = {
  /** A new file to receive bytes in; it becomes visible only by `publish`. */
  newTemporaryPath(): string
  /** Makes a received file the bytes of `version`. */
  publish(temporaryPath: string, version: string): Promise<void>
  copy(fromVersion: string, toVersion: string): Promise<void>
  remove(versions: Iterable<string>): Promise<void>
  pathOf(version: string): string
  /** Size in bytes; null when there are no such bytes. */
  sizeOf(version: string): Promise<number | null>
  /** Bytes `start` to `end`, both included. */
  read(version: string, start: number, end: number): ReadableStream<Uint8Array>
}

/** Makes the folders and removes uploads that a crash cut short. Throws when `dir` cannot be written. */
export function createDisk(dir: string): Disk {
  const temporaryDir = join(dir, 'uploads')
  mkdirSync(temporaryDir, { recursive: true })
  removeAbandoned(temporaryDir)
  const pathOf = (version: string) => join(dir, 'objects', version.slice(0, 2), version)
  return {
    newTemporaryPath: () => join(temporaryDir, `${process.pid}-${crypto.randomUUID()}`),
    publish: async (temporaryPath, version) => {
      await mkdir(dirname(pathOf(version)), { recursive: true })
      await rename(temporaryPath, pathOf(version))
    },
    copy: async (fromVersion, toVersion) => {
      await mkdir(dirname(pathOf(toVersion)), { recursive: true })
      await copyFile(pathOf(fromVersion), pathOf(toVersion))
    },
    remove: async (versions) => {
      for (const version of versions) await rm(pathOf(version), { force: true })
    },
    pathOf,
    sizeOf: async (version) => {
      const found = await stat(pathOf(version)).catch(() => null)
      return found?.size ?? null
    },
    read: (version, start, end) =>
      Readable.toWeb(
        createReadStream(pathOf(version), { start, end }),
      ) as ReadableStream<Uint8Array>,
  }
}

/** Uploads cut short by a crash: their process is gone, or was this process's predecessor. */
function removeAbandoned(temporaryDir: string): void {
  for (const name of readdirSync(temporaryDir)) {
    const pid = Number(name.split('-')[0])
    if (pid === process.pid || !isAlive(pid)) rmSync(join(temporaryDir, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
