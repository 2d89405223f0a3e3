import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openTarget, type Target } from '../target.ts'

let target: Target
const bucket = `bodies-${crypto.randomUUID()}`

beforeAll(async () => {
  target = await openTarget()
  const { storage } = clientOf(target, target.serviceRoleKey)
  await storage.createBucket(bucket, { public: false, fileSizeLimit: '1mb' })
})
afterAll(() => target.close())

const files = () => clientOf(target, target.serviceRoleKey).storage.from(bucket)
const newName = () => crypto.randomUUID()

function send(body: string | ReadableStream) {
  return fetch(`${target.url}/storage/v1/object/${bucket}/${newName()}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${target.serviceRoleKey}`,
      'Content-Type': 'multipart/form-data; boundary=b',
    },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
}

async function filesOnDisk(): Promise<string[]> {
  if (!target.storageDir) return []
  const entries = await readdir(target.storageDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('an upload whose body is shorter than its Content-Length stores nothing, and bytes after the Content-Length are not stored', async () => {
  const { hostname, port } = new URL(target.url)
  const sendBare = (name: string, length: number, body: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let told = ''
      socket.on('data', (chunk) => (told += chunk.toString()))
      socket.on('error', () => {})
      socket.on('close', () => resolve(told))
      socket.write(
        `POST /storage/v1/object/${bucket}/${name} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.serviceRoleKey}\r\nContent-Length: ${length}\r\n\r\n${body}`,
      )
      // Simulates a client that stops sending before the end of the declared body.
      if (body.length < length) socket.end()
    })
  const [short, long] = [newName(), newName()]
  await sendBare(short, 100, 'ten bytes.')
  expect((await files().exists(short)).data).toBe(false)
  // Sends another request after the declared length. The server must not add its bytes to the file.
  const next = 'GET /storage/v1/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  expect((await sendBare(long, 3, `ten${next}`)).match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(await (await files().download(long)).data?.text()).toBe('ten')
})

describe('forms', () => {
  const file = '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nhello\r\n'
  const field = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`

  /** Returns a chunked body, without Content-Length, that ends only after 400 chunks. */
  const endless = (first: string, more: () => string) => {
    let sent = 0
    return new ReadableStream({
      pull: (controller) => {
        controller.enqueue(Buffer.from(sent === 0 ? first : more()))
        sent += 1
        if (sent > 400) controller.close()
      },
    })
  }

  test('an oversized multipart form is rejected and stores nothing, whether the excess is in fields, part headers, the preamble or a file', async () => {
    const before = await filesOnDisk()
    const filler = 'y'.repeat(20_000)
    for (const [what, body] of [
      ['fields', endless('', () => Array.from({ length: 99 }, () => field(newName())).join(''))],
      ['a field', endless('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n', () => filler)],
      ['a head', endless('--b\r\n', () => filler)],
      ['a preamble', endless('', () => filler)],
      ['a file', endless(file.slice(0, -7), () => filler)],
      ['two files', endless(file + file, () => field('a'))],
    ] as const) {
      const answer = await send(body)
      expect([what, answer.status]).toEqual([what, 400])
      // The server deletes its temporary file after the response.
      await expect.poll(filesOnDisk).toEqual(before)
    }
  })

  test('a multipart form with 50 fields is accepted, and one with 200 fields is rejected', async () => {
    const sendFields = (fields: number) => {
      const form = Array.from({ length: fields }, (_, at) => field(`f${at}`)).join('')
      return send(`${form}${file}--b--\r\n`)
    }
    expect((await sendFields(50)).status).toBe(200)
    expect((await sendFields(200)).status).toBe(400)
  })
})

test('a resumable upload rejects an invalid length, a wrong offset and a chunk beyond its length, and its content stays unchanged', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const endpoint = `${target.url}/storage/v1/upload/resumable`
  const ask = (method: string, url: string, headers: Record<string, string>, body?: Blob) =>
    fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${target.serviceRoleKey}`,
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        ...headers,
      },
      body: body?.stream() ?? null,
      ...(body && { duplex: 'half' }),
    })
  const place = {
    'Upload-Metadata': `bucketName ${encoded(bucket)},objectName ${encoded('t.txt')}`,
  }
  for (const length of ['-1', 'abc', '1.5', '9'.repeat(30), '']) {
    const begun = await ask('POST', endpoint, { ...place, 'Upload-Length': length })
    expect([length, begun.status]).toEqual([length, 400])
  }
  const begun = await ask('POST', endpoint, { ...place, 'Upload-Length': '5' })
  const url = new URL(begun.headers.get('location')!, target.url).href
  for (const [offset, text, status] of [
    ...['-1', 'abc', '0.5', '9'.repeat(20), ''].map((odd) => [odd, 'x', 400] as const),
    ['1', 'x', 409],
    ['0', 'too long', 413],
  ] as const) {
    const sent = await ask('PATCH', url, { 'Upload-Offset': offset }, new Blob([text]))
    expect([offset, sent.status]).toEqual([offset, status])
    expect((await ask('HEAD', url, {})).headers.get('upload-offset')).toBe('0')
  }
  await ask('PATCH', url, { 'Upload-Offset': '0' }, new Blob(['right']))
  expect(await (await files().download('t.txt')).data?.text()).toBe('right')
})
