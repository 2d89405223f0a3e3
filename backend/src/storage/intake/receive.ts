import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { writeAt } from '#backend/storage/bytes/write-file.ts'
import { invalidRequest, tooLarge } from '#backend/storage/errors.ts'
import {
  parseCacheControl,
  parseEncoding,
  parseMetadata,
  parseType,
  type Declared,
} from './declared.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

/** A file received into `path`, with what its sender says about it. */
export type Received = Declared & { path: string; size: number; digest: string }

const formOverheadBytes = 1024 * 1024
const longestFieldBytes = 64 * 1024
const mostFields = 100
/** Of all fields together, as they are held in memory. */
const mostFieldBytes = 256 * 1024
const drainMilliseconds = 60_000

/**
 * Streams an upload, raw or as a form, into the file `path`, never holding more than a chunk.
 * Throws StorageError as soon as it exceeds `limitBytes`.
 */
export async function receive(
  request: Request,
  path: string,
  limitBytes: number,
): Promise<Received> {
  const { headers } = request
  const boundary = boundaryOf(headers.get('content-type'))
  const length = Number(headers.get('content-length') ?? 0)
  if (length > limitBytes + (boundary ? formOverheadBytes : 0)) throw tooLarge()
  // The stream outlives a refusal, so that the rest of it can be drained.
  const chunks = request.body?.values({ preventCancel: true })
  try {
    return boundary
      ? await receiveForm(
          readMultipart(atMost(limitBytes + formOverheadBytes, chunks ?? noChunks()), boundary),
          path,
          limitBytes,
        )
      : await receiveRaw(headers, chunks ?? noChunks(), path, limitBytes)
  } finally {
    await chunks?.return?.()
  }
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

/** For what may come without saying how much it is. Throws StorageError beyond `limitBytes`. */
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
): Promise<Received> {
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

/** Reads what is left of a refused upload, so that its sender gets to see the answer. */
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
    // The sender left: nobody waits for the answer.
  }
}

async function receiveForm(
  parts: ReturnType<typeof readMultipart>,
  path: string,
  limitBytes: number,
): Promise<Received> {
  let file: { size: number; digest: string; declaredType: string } | null = null
  const fields = new Map<string, string>()
  let fieldBytes = 0
  let count = 0
  for await (const part of parts) {
    count += 1
    if (count > mostFields || fieldBytes > mostFieldBytes) {
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
    if (size > longestFieldBytes) throw invalidRequest('A field of the form is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function writeFile(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ size: number; digest: string }> {
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  let writing = Promise.resolve()
  try {
    let size = 0
    for await (const chunk of chunks) {
      if (size + chunk.byteLength > limitBytes) throw tooLarge()
      await writing
      writing = writeAt(file, chunk, size)
      // The disk works meanwhile.
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
