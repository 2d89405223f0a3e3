import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Config } from '@hourspace/backend/config/config.ts'
import { StartupError } from '#launch/startup-error.ts'

/** Storage for backups: a folder or an S3 bucket. Paths are relative and use slashes. */
export type BackupStore = {
  url: string
  folders(): Promise<string[]>
  list(folder: string): Promise<string[]>
  /** Returns the modification time of a file, or null if it does not exist. */
  stat(path: string): Promise<{ modifiedAt: Date } | null>
  /** Returns the content of a file, or null if the file does not exist. */
  read(path: string): Promise<Readable | null>
  /** Writes a file, which is flushed to disk when the promise resolves. */
  write(path: string, content: Readable): Promise<void>
  /** Deletes files. Missing files cause no error. */
  remove(paths: readonly string[]): Promise<void>
  removeFolder(folder: string): Promise<void>
}

const draft = '.unfinished'

export async function openBackupStore(
  location: string,
  s3: Omit<S3Config, 'bucket'>,
): Promise<BackupStore> {
  const url = parseS3Url(location)
  if (!url) return folderStore(location)
  // Loads the S3 client only when needed, because its import takes half a second.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({ ...s3, bucket: url.bucket }, url.prefix)
}

/**
 * Parses `s3://bucket/prefix`. Returns null for the path of a folder. The prefix is empty or ends
 * with a slash.
 */
function parseS3Url(location: string): { bucket: string; prefix: string } | null {
  const [, bucket, path] = /^s3:\/\/([^/]+)\/*(.*?)\/*$/.exec(location) ?? []
  return bucket === undefined ? null : { bucket, prefix: path ? `${path}/` : '' }
}

export function folderStore(root: string): BackupStore {
  const at = (path: string) => join(root, path)
  return {
    url: root,
    folders: async () => {
      const entries = await readdir(root, { withFileTypes: true }).catch(orNull)
      return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
    list: async (folder) => {
      const { files } = await listTree(at(folder))
      return files.filter((name) => !name.includes(draft))
    },
    stat: async (path) => {
      const found = await stat(at(path)).catch(orNull)
      return found && { modifiedAt: found.mtime }
    },
    read: (path) => openFile(at(path)),
    write: async (path, content) => {
      const temporary = at(`${path}${draft}-${crypto.randomUUID()}`)
      await mkdir(dirname(temporary), { recursive: true, mode: 0o700 })
      try {
        await pipeline(content, createWriteStream(temporary, { mode: 0o600, flush: true }))
        await rename(temporary, at(path))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await flushFolder(dirname(temporary))
    },
    remove: async (paths) => {
      for (const path of paths) await rm(at(path), { force: true })
    },
    removeFolder: (folder) => rm(at(folder), { recursive: true, force: true }),
  }
}

/** Flushes a folder (fsync), so that a power failure does not lose a rename in it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

export type Digest = { bytes: number; sha256: string }

export async function upload(store: BackupStore, source: Readable, path: string): Promise<Digest> {
  const { chunks, digest } = measured(source)
  const content = Readable.from(chunks, { objectMode: false })
  try {
    await store.write(path, content)
    return digest()
  } finally {
    content.destroy()
    source.destroy()
  }
}

export async function uploadFile(
  store: BackupStore,
  file: string,
  path: string,
): Promise<Digest | null> {
  const source = await openFile(file)
  return source && upload(store, source, path)
}

export async function download(
  store: BackupStore,
  path: string,
  file: string,
): Promise<Digest | null> {
  const source = await store.read(path)
  if (!source) return null
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const { chunks, digest } = measured(source)
  await pipeline(chunks, createWriteStream(file, { mode: 0o600 }))
  return digest()
}

export async function digestOf(source: AsyncIterable<Buffer>): Promise<Digest> {
  const { chunks, digest } = measured(source)
  for await (const _ of chunks);
  return digest()
}

function measured(source: AsyncIterable<Buffer>): {
  chunks: AsyncGenerator<Buffer>
  digest: () => Digest
} {
  const hash = createHash('sha256')
  let bytes = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { chunks: chunks(), digest: () => ({ bytes, sha256: hash.digest('hex') }) }
}

export const textStream = (text: string) => Readable.from([Buffer.from(text)])

/** Opens a file for reading. Returns null if the file does not exist. */
export async function openFile(path: string): Promise<Readable | null> {
  const handle = await open(path).catch(orNull)
  return handle && createReadStream(path, { fd: handle })
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/**
 * Returns the relative paths of all folders and files below `root`, except those that `skips`
 * excludes. May omit files that another process deletes concurrently.
 */
export async function listTree(
  root: string,
  skips: (path: string) => boolean = () => false,
): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = []
  const files: string[] = []
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(orNull)
    for (const entry of entries ?? []) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (skips(path)) continue
      if (entry.isDirectory()) {
        folders.push(path)
        await visit(path)
      } else if (entry.isFile()) files.push(path)
    }
  }
  await visit('')
  return { folders, files }
}

/** Maximum number of concurrent copies. */
const parallelCopies = 8

export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = [...items].reverse()
  const run = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item)
  }
  try {
    await Promise.all(Array.from({ length: parallelCopies }, run))
  } finally {
    rest.length = 0
  }
}

/**
 * Fills a new data folder. `work` fills a subfolder, whose content is moved into the data folder at
 * the end, so that no server starts with incomplete data. After a failure, the caller can try
 * again. Throws StartupError if the folder is not empty.
 */
export async function fillDataFolder<T>(
  dataDir: string,
  verb: 'import' | 'restore',
  work: (draft: string) => Promise<T>,
): Promise<T> {
  const name = `${verb}.unfinished`
  const found = (await readdir(dataDir).catch(orNull)) ?? []
  if (found.some((each) => each !== name))
    throw new StartupError(`${dataDir} is not empty: ${verb} into a new folder.`)
  const draft = join(dataDir, name)
  await rm(draft, { recursive: true, force: true })
  const result = await work(draft)
  for (const each of await readdir(draft)) await rename(join(draft, each), join(dataDir, each))
  await rm(draft, { recursive: true })
  return result
}
