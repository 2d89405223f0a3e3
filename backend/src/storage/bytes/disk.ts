import { mkdirSync } from 'node:fs'
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
import { assertVersion, type Bytes, type KeptBytes } from './bytes.ts'
import { createGrowingFiles } from './disk-growing.ts'
import { createSpool } from './spool.ts'
import { isMissing } from './write-file.ts'

const batchSize = 500
/** Read at once: big enough that a gigabyte costs few steps, small enough for hundreds of readers. */
const readBytes = 256 * 1024

/** Bytes in a folder. Throws when it cannot be written. */
export function createDisk(dir: string): Bytes {
  const spool = createSpool(join(dir, 'uploads'))
  const objectsDir = join(dir, 'objects')
  const growingDir = join(dir, 'growing')
  for (const made of [objectsDir, growingDir]) mkdirSync(made, { recursive: true })
  const pathOf = (version: string) => {
    assertVersion(version)
    return join(objectsDir, version.slice(0, 2), version)
  }
  const makeRoom = async (version: string) => {
    await mkdir(dirname(pathOf(version)), { recursive: true })
    return pathOf(version)
  }
  return {
    newTemporaryPath: spool.newPath,
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
      yield* inBatches(filesIn(growingDir, true))
      await spool.sweep(new Date(Date.now() - spooledMs))
    },
    growing: createGrowingFiles(growingDir, makeRoom),
    belongsTo: async (home) => {
      const file = join(dir, 'home')
      const found = await readFile(file, 'utf8').catch(unlessMissing)
      if (found !== null) return found === home
      // Whole from the first moment: half a name would belong to nobody for ever.
      const temporary = spool.newPath()
      await writeFile(temporary, home)
      await rename(temporary, file)
      return true
    },
  }
}

/** A file that is still being received grows, so one left alone this long belongs to nobody. */
const spooledMs = 24 * 3_600_000

/** So that a row never outlives its bytes, not even a power cut. */
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

async function* filesIn(dir: string, isGrowing: boolean): AsyncGenerator<KeptBytes> {
  for await (const entry of await opendir(dir, { recursive: true })) {
    if (!entry.isFile()) continue
    const facts = await stat(join(entry.parentPath, entry.name)).catch(unlessMissing)
    if (facts) yield { version: entry.name, modifiedAt: facts.mtime, isGrowing }
  }
}

async function* inBatches(files: AsyncIterable<KeptBytes>): AsyncGenerator<KeptBytes[]> {
  let batch: KeptBytes[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
