import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3Error } from './xml.ts'

export type StoredObject = { key: string; path: string; size: number; etag: string; at: Date }

const smallestPart = 5 * 1024 * 1024
const pageSize = 1000

/** Stores one bucket in a folder, with a file per object and a folder per multipart upload. */
export function createStore(dir: string) {
  const objects = join(dir, 'objects')
  const uploads = join(dir, 'uploads')
  const ready = Promise.all([objects, uploads].map((one) => mkdir(one, { recursive: true })))
  const pathOf = (key: string) => join(objects, Buffer.from(key).toString('base64url'))
  const folderOf = (uploadId: string) => {
    if (!/^[\w-]+$/.test(uploadId)) throw noSuchUpload()
    return join(uploads, uploadId)
  }

  /** Writes to a temporary file and then renames it, so that readers never see a partial file. */
  async function receive(body: Readable, path: string, sha256: string | null): Promise<string> {
    await ready
    const temporary = join(uploads, `.${crypto.randomUUID()}`)
    const md5 = createHash('md5')
    const sha = createHash('sha256')
    const tap = new Transform({
      transform: (chunk: Buffer, _, done) => {
        md5.update(chunk)
        if (sha256) sha.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(body, tap, createWriteStream(temporary))
      if (sha256 && sha.digest('hex') !== sha256) {
        throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body is not the one signed')
      }
      return await place(temporary, path, `"${md5.digest('hex')}"`)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async function place(from: string, path: string, etag: string): Promise<string> {
    await writeFile(`${path}.etag`, etag)
    await rename(from, path)
    return etag
  }

  async function find(key: string): Promise<StoredObject> {
    const path = pathOf(key)
    const facts = await stat(path).catch(() => null)
    if (!facts) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
    return {
      key,
      path,
      size: facts.size,
      etag: await readFile(`${path}.etag`, 'utf8'),
      at: facts.mtime,
    }
  }

  async function uploadKey(uploadId: string): Promise<string> {
    return readFile(join(folderOf(uploadId), 'key'), 'utf8').catch(() => {
      throw noSuchUpload()
    })
  }

  return {
    find,
    put: (key: string, body: Readable, sha256: string | null) => receive(body, pathOf(key), sha256),
    copy: async (from: string, to: string): Promise<StoredObject> => {
      const source = await find(from)
      const temporary = join(uploads, `.${crypto.randomUUID()}`)
      await copyFile(source.path, temporary)
      await place(temporary, pathOf(to), source.etag)
      return find(to)
    },
    remove: async (key: string): Promise<void> => {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.etag`, { force: true })
    },
    /**
     * Lists objects whose keys start with `prefix` and sort after `after`, in key order. With a
     * delimiter, all keys that are equal up to the delimiter are one entry in `folders`.
     */
    list: async (prefix: string, after: string, most: number, delimiter = '') => {
      await ready
      const entryOf = (key: string) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
        return end < 0 ? key : key.slice(0, end + delimiter.length)
      }
      const keys = (await readdir(objects))
        .filter((name) => !name.endsWith('.etag'))
        .map((name) => Buffer.from(name, 'base64url').toString())
        .filter((key) => key.startsWith(prefix))
      const entries = [...new Set(keys.map(entryOf))].filter((entry) => entry > after).sort()
      const page = entries.slice(0, Math.min(most, pageSize))
      const isFolder = (entry: string) => delimiter !== '' && entry.endsWith(delimiter)
      return {
        found: await Promise.all(page.filter((entry) => !isFolder(entry)).map(find)),
        folders: page.filter(isFolder),
        last: page.at(-1) ?? '',
        isTruncated: entries.length > page.length,
      }
    },

    beginUpload: async (key: string): Promise<string> => {
      await ready
      const uploadId = crypto.randomUUID()
      await mkdir(folderOf(uploadId))
      await writeFile(join(folderOf(uploadId), 'key'), key)
      return uploadId
    },
    putPart: async (uploadId: string, part: number, body: Readable, sha256: string | null) => {
      await uploadKey(uploadId)
      return receive(body, join(folderOf(uploadId), String(part)), sha256)
    },
    completeUpload: async (uploadId: string, parts: { number: number; etag: string }[]) => {
      const key = await uploadKey(uploadId)
      const whole = join(folderOf(uploadId), 'whole')
      const hash = createHash('md5')
      await writeFile(whole, '')
      for (const [index, { number, etag }] of parts.entries()) {
        const path = join(folderOf(uploadId), String(number))
        const facts = await stat(path).catch(() => null)
        if (!facts || (await readFile(`${path}.etag`, 'utf8')) !== etag) {
          throw new S3Error(400, 'InvalidPart', 'A part is not the one that was sent')
        }
        if (facts.size < smallestPart && index < parts.length - 1) {
          throw new S3Error(400, 'EntityTooSmall', 'A part is smaller than 5 MB')
        }
        hash.update(Buffer.from(etag.replaceAll('"', ''), 'hex'))
        await pipeline(createReadStream(path), createWriteStream(whole, { flags: 'a' }))
      }
      const etag = await place(whole, pathOf(key), `"${hash.digest('hex')}-${parts.length}"`)
      await rm(folderOf(uploadId), { recursive: true })
      return { key, etag }
    },
    abortUpload: async (uploadId: string): Promise<void> => {
      await uploadKey(uploadId)
      await rm(folderOf(uploadId), { recursive: true })
    },
    listUploads: async (prefix: string) => {
      await ready
      const names = (await readdir(uploads)).filter((name) => !name.startsWith('.'))
      const all = await Promise.all(
        names.map(async (uploadId) => ({
          uploadId,
          key: await uploadKey(uploadId),
          at: (await stat(join(folderOf(uploadId), 'key'))).mtime,
        })),
      )
      return all.filter(({ key }) => key.startsWith(prefix))
    },
  }
}

export type Store = ReturnType<typeof createStore>

function noSuchUpload(): S3Error {
  return new S3Error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.')
}
