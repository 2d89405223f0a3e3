import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifySignature, type Verified } from './signature.ts'
import { createStore, type Store, type StoredObject } from './store.ts'
import { S3Error, textsOf, xml } from './xml.ts'

export type S3Sandbox = Awaited<ReturnType<typeof createS3Sandbox>>

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  store: Store
  verified: Verified
  key: string
  query: URLSearchParams
}

/** Starts a fake S3 server with one bucket on 127.0.0.1. */
export async function createS3Sandbox(options: { dir: string; port?: number; bucket?: string }) {
  const { dir, port = 0, bucket = 'bytes' } = options
  const credentials = { accessKeyId: 'sandbox', secretAccessKey: 'a secret of the sandbox' }
  const store = createStore(dir)
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    try {
      const verified = verifySignature(request, url, credentials)
      const [, name = '', ...rest] = url.pathname.split('/')
      if (name !== bucket) throw new S3Error(404, 'NoSuchBucket', 'There is no such bucket')
      const key = decodeURIComponent(rest.join('/'))
      const exchange = { request, response, store, verified, key, query: url.searchParams }
      await (key ? answerObject(exchange) : answerBucket(exchange))
    } catch (cause) {
      sendError(request, response, cause)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    credentials,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answerObject(exchange: Exchange): Promise<void> {
  const { request, response, store, verified, key, query } = exchange
  const uploadId = query.get('uploadId')
  const source = request.headers['x-amz-copy-source']
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return serveObject(exchange, await store.find(key))
    case 'PUT': {
      if (source) {
        const from = decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, '')
        const { etag, at } = await store.copy(from, key)
        return send(response, 'CopyObjectResult', { ETag: etag, LastModified: at.toISOString() })
      }
      const etag = uploadId
        ? await store.putPart(
            uploadId,
            Number(query.get('partNumber')),
            request,
            verified.bodySha256,
          )
        : await store.put(key, request, verified.bodySha256)
      return void response.writeHead(200, { ETag: etag }).end()
    }
    case 'POST': {
      if (query.has('uploads')) {
        const UploadId = await store.beginUpload(key)
        return send(response, 'InitiateMultipartUploadResult', { Key: key, UploadId })
      }
      const body = await text(request)
      const etags = textsOf(body, 'ETag')
      const parts = textsOf(body, 'PartNumber').map((number, index) => ({
        number: Number(number),
        etag: etags[index] ?? '',
      }))
      const whole = await store.completeUpload(uploadId ?? '', parts)
      const result = { Key: whole.key, ETag: whole.etag }
      return send(response, 'CompleteMultipartUploadResult', result)
    }
    case 'DELETE':
      await (uploadId ? store.abortUpload(uploadId) : store.remove(key))
      return void response.writeHead(204).end()
    default:
      throw new S3Error(405, 'MethodNotAllowed', 'Not for objects')
  }
}

async function answerBucket({ request, response, store, query }: Exchange): Promise<void> {
  const prefix = query.get('prefix') ?? ''
  if (request.method === 'HEAD') return void response.writeHead(200).end()
  if (request.method === 'POST' && query.has('delete')) {
    const keys = textsOf(await text(request), 'Key')
    for (const key of keys) await store.remove(key)
    return send(response, 'DeleteResult', {})
  }
  if (request.method === 'GET' && query.has('uploads')) {
    const uploads = await store.listUploads(prefix)
    return send(response, 'ListMultipartUploadsResult', {
      IsTruncated: false,
      Upload: uploads.map(({ key, uploadId, at }) => ({
        Key: key,
        UploadId: uploadId,
        Initiated: at.toISOString(),
      })),
    })
  }
  if (request.method === 'GET' && query.get('list-type') === '2') {
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString()
    const most = Number(query.get('max-keys') ?? 1000)
    const delimiter = query.get('delimiter') ?? ''
    const { found, folders, last, isTruncated } = await store.list(prefix, after, most, delimiter)
    const next = Buffer.from(last).toString('base64url')
    return send(response, 'ListBucketResult', {
      KeyCount: found.length + folders.length,
      CommonPrefixes: folders.map((folder) => ({ Prefix: folder })),
      IsTruncated: isTruncated,
      ...(isTruncated && { NextContinuationToken: next }),
      Contents: found.map(({ key, size, etag, at }) => ({
        Key: key,
        Size: size,
        ETag: etag,
        LastModified: at.toISOString(),
      })),
    })
  }
  throw new S3Error(501, 'NotImplemented', 'Not understood here')
}

function serveObject({ request, response }: Exchange, object: StoredObject): void {
  const { path, size, etag, at } = object
  const headers = { ETag: etag, 'Last-Modified': at.toUTCString(), 'Accept-Ranges': 'bytes' }
  const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const start = Number(match?.[1] ?? 0)
  const end = match?.[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  if (match && start >= size) throw new S3Error(416, 'InvalidRange', 'There are not so many bytes')
  response.writeHead(match ? 206 : 200, {
    ...headers,
    'Content-Length': end - start + 1,
    ...(match && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  })
  if (request.method === 'HEAD' || size === 0) response.end()
  else createReadStream(path, { start, end }).pipe(response)
}

function send(response: ServerResponse, root: string, elements: Parameters<typeof xml>[1]): void {
  response.writeHead(200, { 'Content-Type': 'application/xml' }).end(xml(root, elements))
}

function sendError(request: IncomingMessage, response: ServerResponse, cause: unknown): void {
  request.resume()
  const error = cause instanceof S3Error ? cause : new S3Error(500, 'InternalError', String(cause))
  if (response.headersSent) return void response.destroy()
  response.writeHead(error.status, { 'Content-Type': 'application/xml' })
  const body = xml('Error', { Code: error.code, Message: error.message })
  response.end(request.method === 'HEAD' ? undefined : body)
}
