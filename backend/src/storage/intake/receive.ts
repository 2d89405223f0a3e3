import { open } from 'node:fs/promises'
import { invalidRequest, tooLarge } from '#backend/storage/errors.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

/** A file received into `path`, with what its sender says about it. */
export type Received = {
  path: string
  size: number
  declaredType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

const formOverheadBytes = 1024 * 1024
const longestFieldBytes = 64 * 1024
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
      ? await receiveForm(readMultipart(chunks ?? noChunks(), boundary), path, limitBytes)
      : await receiveRaw(headers, chunks ?? noChunks(), path, limitBytes)
  } finally {
    await chunks?.return?.()
  }
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

async function receiveRaw(
  headers: Headers,
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  limitBytes: number,
): Promise<Received> {
  const metadata = Buffer.from(headers.get('x-metadata') ?? '', 'base64').toString('utf8')
  return {
    path,
    size: await writeFile(path, chunks, limitBytes),
    declaredType: parseType(headers.get('content-type')),
    cacheControl: parseCacheControl(headers.get('cache-control')),
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
  let file: { size: number; declaredType: string } | null = null
  const fields = new Map<string, string>()
  for await (const part of parts) {
    if (part.filename === null && part.name !== '') {
      fields.set(part.name, await readField(part.body))
    } else if (file) {
      throw invalidRequest('The form has more than one file')
    } else {
      const size = await writeFile(path, part.body, limitBytes)
      file = { size, declaredType: parseType(part.contentType) }
    }
  }
  if (!file) throw invalidRequest('The form has no file')
  return {
    path,
    ...file,
    cacheControl: parseCacheControl(fields.get('cacheControl') ?? null),
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
): Promise<number> {
  const file = await open(path, 'wx')
  try {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > limitBytes) throw tooLarge()
      await file.write(chunk)
    }
    return size
  } finally {
    await file.close()
  }
}

function parseType(header: string | null): string {
  const type = header?.trim() ?? ''
  return /^[\w.+-]+\/[\w.+-]+(\s*;[ -~]*)?$/.test(type) ? type : 'application/octet-stream'
}

/** "3600" (as in a form) or a header's value; what cannot stand in a header means "no-cache". */
function parseCacheControl(text: string | null): string {
  const value = text?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return `max-age=${value}`
  return /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache'
}

function parseMetadata(text: string): Record<string, unknown> | null {
  if (text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw invalidRequest('The metadata is not a JSON object')
}
