import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { privateFile, writeAt } from '#backend/storage/object-store/file-io.ts'
import { invalidRequest, tooLarge } from '#backend/storage/errors.ts'
import {
  parseCacheControl,
  parseEncoding,
  parseMetadata,
  parseType,
  type DeclaredMetadata,
} from './declared-metadata.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

export type ReceivedFile = DeclaredMetadata & { path: string; size: number; digest: string }

const formOverheadBytes = 1024 * 1024
const maxFieldBytesEach = 64 * 1024
const maxFields = 100
/** Size limit in bytes of all form fields together, because they are held in memory. */
const maxFieldBytes = 256 * 1024
const drainMilliseconds = 60_000

/** Streams an upload into the file `path`. Throws StorageError if it exceeds `limitBytes`. */
export async function receive(
  request: Request,
  path: string,
  limitBytes: number,
): Promise<ReceivedFile> {
  const { headers } = request
  const boundary = boundaryOf(headers.get('content-type'))
  const length = Number(headers.get('content-length') ?? 0)
  if (length > limitBytes + (boundary ? formOverheadBytes : 0)) throw tooLarge()
  // Keeps the stream open after an error, so that `drain` can read the rest of the body.
  const chunks: AsyncIterableIterator<Uint8Array> =
    request.body?.values({ preventCancel: true }) ?? noChunks()
  try {
    return boundary
      ? await receiveForm(
          readMultipart(atMost(limitBytes + formOverheadBytes, chunks), boundary),
          path,
          limitBytes,
        )
      : await receiveRaw(headers, chunks, path, limitBytes)
  } finally {
    await chunks.return?.()
  }
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

/** Throws StorageError as soon as the chunks exceed `limitBytes` in total. */
async function* atMost(
  limitBytes: number,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) return
    size += value.byteLength
    if (size > limitBytes) throw tooLarge()
    yield value
  }
}

async function receiveRaw(
  headers: Headers,
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  limitBytes: number,
): Promise<ReceivedFile> {
  const metadata = Buffer.from(headers.get('x-metadata') ?? '', 'base64').toString('utf8')
  return {
    path,
    ...(await writeFile(path, chunks, limitBytes)),
    declaredType: parseType(headers.get('content-type')),
    cacheControl: parseCacheControl(headers.get('cache-control')),
    contentEncoding: parseEncoding(headers.get('content-encoding')),
    userMetadata: parseMetadata(metadata),
  }
}

/**
 * Reads the rest of a rejected upload, because many clients read the response only after they have
 * sent the whole upload.
 */
export async function drain(request: Request, limitBytes: number): Promise<void> {
  if (!request.body || request.body.locked) return
  const until = Date.now() + drainMilliseconds
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limitBytes || Date.now() > until) return
    }
  } catch {
    // Ignores the error, because the client has disconnected.
  }
}

async function receiveForm(
  parts: ReturnType<typeof readMultipart>,
  path: string,
  limitBytes: number,
): Promise<ReceivedFile> {
  let file: { size: number; digest: string; declaredType: string } | null = null
  const fields = new Map<string, string>()
  let fieldBytes = 0
  let count = 0
  for await (const part of parts) {
    count += 1
    if (count > maxFields || fieldBytes > maxFieldBytes) {
      throw invalidRequest('The form has too many fields')
    }
    if (part.filename === null && part.name !== '') {
      const value = await readField(part.body)
      fieldBytes += value.length
      fields.set(part.name, value)
    } else if (file) {
      throw invalidRequest('The form has more than one file')
    } else {
      const written = await writeFile(path, part.body, limitBytes)
      file = { ...written, declaredType: parseType(part.contentType) }
    }
  }
  if (!file) throw invalidRequest('The form has no file')
  return {
    path,
    ...file,
    cacheControl: parseCacheControl(fields.get('cacheControl') ?? null),
    contentEncoding: parseEncoding(fields.get('contentEncoding') ?? null),
    userMetadata: parseMetadata(fields.get('metadata') ?? ''),
  }
}

async function readField(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxFieldBytesEach) throw invalidRequest('A field of the form is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function writeFile(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ size: number; digest: string }> {
  const file = await open(path, 'wx', privateFile)
  const hash = createHash('sha256')
  let writing = Promise.resolve()
  try {
    let size = 0
    for await (const chunk of chunks) {
      if (size + chunk.byteLength > limitBytes) throw tooLarge()
      await writing
      writing = writeAt(file, chunk, size)
      hash.update(chunk)
      size += chunk.byteLength
    }
    await writing
    return { size, digest: hash.digest('hex') }
  } finally {
    await writing.catch(() => {})
    await file.close()
  }
}
