import { Upload, type UploadOptions } from 'tus-js-client'
import { expect } from 'vitest'
import { clientOf, type Target } from '../target.ts'

const chunkSize = 100_000

type Sending = {
  token?: string
  bucket?: string
  metadata?: Record<string, string>
  options?: Partial<UploadOptions>
}

export async function refusal(attempt: Promise<unknown>): Promise<[number, string]> {
  const error = await attempt.then(
    () => null,
    (cause: unknown) => cause as { originalResponse?: { getStatus(): number; getBody(): string } },
  )
  const answer = error?.originalResponse
  return [answer?.getStatus() ?? 0, answer?.getBody() ?? '']
}

export const newName = (ending = 'bin') => `${crypto.randomUUID()}.${ending}`

/** Returns test bytes that depend on their position, so that tests detect misplaced chunks. */
export function bytesOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 251))
}

export const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Returns helpers for resumable uploads with the official client or hand-written requests. */
export function sendPieces(target: () => Target, bucket: string) {
  const endpoint = () => `${target().url}/storage/v1/upload/resumable`

  /** Returns an upload that is not started yet, and a promise that settles when the upload ends. */
  function sending(bytes: Buffer, name: string, given: Sending = {}) {
    const end = Promise.withResolvers<void>()
    const upload = new Upload(bytes, {
      endpoint: endpoint(),
      headers: { Authorization: `Bearer ${given.token ?? target().serviceRoleKey}` },
      chunkSize,
      retryDelays: null,
      metadata: {
        bucketName: given.bucket ?? bucket,
        objectName: name,
        contentType: 'application/octet-stream',
        ...given.metadata,
      },
      onSuccess: () => end.resolve(),
      onError: (error) => end.reject(error),
      ...given.options,
    })
    return { upload, end: end.promise }
  }

  async function send(bytes: Buffer, name: string, given: Sending = {}): Promise<Upload> {
    const { upload, end } = sending(bytes, name, given)
    upload.start()
    await end
    return upload
  }

  const tus = (init: RequestInit & { headers?: Record<string, string> }, url = endpoint()) =>
    fetch(url, {
      ...init,
      headers: {
        Authorization: `Bearer ${target().serviceRoleKey}`,
        'Tus-Resumable': '1.0.0',
        ...init.headers,
      },
    })

  /** Creates an upload and returns its URL. With `length` null, a later request sets the length. */
  async function begun(
    length: number | null,
    metadata: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const size: Record<string, string> =
      length === null ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': String(length) }
    const answer = await tus({
      method: 'POST',
      headers: { 'Upload-Metadata': encoded(metadata), ...size, ...headers },
    })
    expect(answer.status).toBe(201)
    return new URL(answer.headers.get('location')!, target().url).href
  }

  function piece(url: string, bytes: Buffer, offset: number, headers: Record<string, string> = {}) {
    const own = {
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
    }
    const body = new Uint8Array(bytes)
    return tus({ method: 'PATCH', headers: { ...own, ...headers }, body }, url)
  }

  /** Returns the content of an object, or empty bytes if the object does not exist. */
  async function stored(name: string, from = bucket): Promise<Buffer> {
    const { storage } = clientOf(target(), target().serviceRoleKey)
    const { data } = await storage.from(from).download(name)
    return Buffer.from(data ? await data.arrayBuffer() : new ArrayBuffer())
  }

  return { endpoint, sending, send, tus, begun, piece, stored }
}
