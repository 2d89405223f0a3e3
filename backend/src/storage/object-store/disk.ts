import { mkdirSync, constants } from 'node:fs'
import {
  copyFile,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  assertVersionName,
  type ObjectStore,
  type StoredVersion,
  type PartialUploads,
} from './object-store.ts'
import { createTemporaryFiles } from './temporary-files.ts'
import { isMissing, privateFile, privateFolder, writeAt } from './file-io.ts'

const batchSize = 500
/** Read size in bytes. Larger chunks would use more memory for each download. */
const readBytes = 256 * 1024

export function createDisk(dir: string): ObjectStore {
  const temporaryFiles = createTemporaryFiles(join(dir, 'uploads'))
  const objectsDir = join(dir, 'objects')
  const partialDir = join(dir, 'partial')
  for (const made of [objectsDir, partialDir])
    mkdirSync(made, { recursive: true, mode: privateFolder })
  const pathOf = (version: string) => {
    assertVersionName(version)
    return join(objectsDir, version.slice(0, 2), version)
  }
  const makeRoom = async (version: string) => {
    await mkdir(dirname(pathOf(version)), { recursive: true, mode: privateFolder })
    return pathOf(version)
  }
  return {
    newTemporaryPath: temporaryFiles.newPath,
    publish: async (temporaryPath, version) => {
      await flush(temporaryPath)
      await rename(temporaryPath, await makeRoom(version))
    },
    copy: async (fromVersion, toVersion) => {
      await copyFile(pathOf(fromVersion), await makeRoom(toVersion))
    },
    remove: async (versions) => {
      for (const version of versions) await rm(pathOf(version), { force: true })
    },
    sizeOf: async (version) => {
      const found = await stat(pathOf(version)).catch(unlessMissing)
      return found?.size ?? null
    },
    read: async (version, start, end) => {
      const file = await open(pathOf(version)).catch(unlessMissing)
      if (!file) return null
      const stream = file.createReadStream({ start, end, highWaterMark: readBytes })
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>
    },
    local: async (version) => {
      const found = await stat(pathOf(version)).catch(unlessMissing)
      return found && { path: pathOf(version), release: async () => {} }
    },
    list: async function* () {
      yield* inBatches(filesIn(objectsDir, false))
      yield* inBatches(filesIn(partialDir, true))
      await temporaryFiles.deleteAbandoned()
    },
    partial: createPartialFiles(partialDir, makeRoom),
    isOwnedBy: async (databaseId) => {
      const file = join(dir, 'owner')
      const found = await readFile(file, 'utf8').catch(unlessMissing)
      if (found !== null) return found === databaseId
      // Renames the file into place, because a partly written owner id would match no database.
      const temporary = temporaryFiles.newPath()
      await writeFile(temporary, databaseId, { mode: privateFile })
      await rename(temporary, file)
      return true
    },
  }
}

/** Flushes a file before a row refers to it, so that a power failure cannot lose content. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

function unlessMissing(cause: unknown): null {
  if (isMissing(cause)) return null
  throw cause
}

async function* filesIn(dir: string, isPartial: boolean): AsyncGenerator<StoredVersion> {
  for await (const entry of await opendir(dir, { recursive: true })) {
    if (!entry.isFile()) continue
    const facts = await stat(join(entry.parentPath, entry.name)).catch(unlessMissing)
    if (facts) yield { version: entry.name, modifiedAt: facts.mtime, isPartial }
  }
}

async function* inBatches(files: AsyncIterable<StoredVersion>): AsyncGenerator<StoredVersion[]> {
  let batch: StoredVersion[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Number of bytes after which the server flushes a resumable upload to disk and saves its progress.
 */
const stepBytes = 8 * 1024 * 1024

/** Stores each resumable upload in its own file, which is renamed when the upload completes. */
function createPartialFiles(
  dir: string,
  makeRoom: (version: string) => Promise<string>,
): PartialUploads {
  const pathOf = (version: string) => {
    assertVersionName(version)
    return join(dir, version)
  }
  return {
    begin: async (version) => {
      await (await open(pathOf(version), 'wx', privateFile)).close()
      return {}
    },
    append: async (version, { state, offset }, chunks, save) => {
      const file = await open(pathOf(version), constants.O_RDWR)
      try {
        // Discards bytes received after the last saved progress. The client sends them again.
        await file.truncate(offset)
        let received = offset
        let kept = offset
        const keep = async () => {
          if (received === kept) return
          await file.datasync()
          await save(state, received)
          kept = received
        }
        try {
          for await (const chunk of chunks) {
            await writeAt(file, chunk, received)
            received += chunk.byteLength
            if (received - kept >= stepBytes) await keep()
          }
        } finally {
          await keep()
        }
      } finally {
        await file.close()
      }
    },
    finish: async (version) => {
      const path = await makeRoom(version)
      await rename(pathOf(version), path).catch(async (cause: unknown) => {
        // An earlier call may have renamed the file before its process crashed.
        if (!isMissing(cause)) throw cause
        await stat(path)
      })
    },
    abort: (version) => rm(pathOf(version), { force: true }),
  }
}
