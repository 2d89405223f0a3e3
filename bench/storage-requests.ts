import { once } from 'node:events'
import { request, type RequestOptions } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serviceKey } from './storage-servers.ts'

export const megabyte = 1024 ** 2
const block = Buffer.alloc(256 * 1024, 'no picture, just bytes. ')

function* blocks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= block.length) {
    yield left < block.length ? block.subarray(0, left) : block
  }
}

export function chunks(size: number): Readable {
  return Readable.from(blocks(size), { objectMode: false, highWaterMark: block.length })
}

export function upload(port: number, name: string, size: number): Promise<void> {
  const type = { 'Content-Type': 'application/x-bench' }
  return send(port, 'POST', `/storage/v1/object/bench/${name}`, chunks(size), type).then(() => {})
}

/** Uploads an object in chunks of 6 MB through the tus protocol. */
export async function uploadInPieces(port: number, name: string, size: number): Promise<void> {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'Tus-Resumable': '1.0.0' }
  let location = ''
  await send(
    port,
    'POST',
    '/storage/v1/upload/resumable',
    '',
    {
      ...tus,
      'Upload-Length': String(size),
      'Upload-Metadata': `bucketName ${encoded('bench')},objectName ${encoded(name)}`,
    },
    (headers) => (location = String(headers['location'])),
  )
  for (let offset = 0; offset < size; offset += 6 * megabyte) {
    const piece = Math.min(6 * megabyte, size - offset)
    await send(port, 'PATCH', location, chunks(piece), {
      ...tus,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(piece),
      'Upload-Offset': String(offset),
    })
  }
}

export async function download(port: number, path: string): Promise<void> {
  const asked = request(options(port, 'GET', path)).end()
  const [answer] = (await once(asked, 'response')) as [Readable]
  answer.resume()
  await once(answer, 'end')
}

export function options(port: number, method: string, path: string, headers = {}): RequestOptions {
  return {
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { Authorization: `Bearer ${serviceKey}`, ...headers },
  }
}

export async function send(
  port: number,
  method: string,
  path: string,
  body: string | Readable,
  headers: Record<string, string> = {},
  read: (headers: NodeJS.Dict<string | string[]>) => void = () => {},
): Promise<string> {
  const asked = request(options(port, method, path, headers))
  const answered = once(asked, 'response')
  await Promise.all([
    answered,
    pipeline(typeof body === 'string' ? Readable.from([body]) : body, asked),
  ])
  const [answer] = (await answered) as [
    Readable & { statusCode: number; headers: NodeJS.Dict<string | string[]> },
  ]
  const text = Buffer.concat(await answer.toArray()).toString()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  read(answer.headers)
  return text
}
