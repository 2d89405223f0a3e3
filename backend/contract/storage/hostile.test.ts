import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openTarget, type Target } from '../target.ts'

let target: Target
const bucket = `hostile-${crypto.randomUUID()}`

beforeAll(async () => {
  target = await openTarget()
  await service().createBucket(bucket, { public: false, fileSizeLimit: '1mb' })
  await files().upload('t.txt', '0123456789', { contentType: 'text/plain' })
})
afterAll(() => target.close())

const service = () => clientOf(target, target.serviceRoleKey).storage
const files = () => service().from(bucket)
const newName = () => crypto.randomUUID()

function ask(method: string, path: string, body?: string | FormData | null, headers = {}) {
  return fetch(`${target.url}/storage/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${target.serviceRoleKey}`, ...headers },
    body: body ?? null,
  })
}

async function filesOnDisk(): Promise<string[]> {
  if (!target.storageDir) return []
  const entries = await readdir(target.storageDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('names', () => {
  const refused = `
    %2e%2e/x a/.. a%2F..%2Fb %252e%252e%252fx a%5cb a%00 a%0D%0Ax:%20y caf%C3%A9 cafe%CC%81
    a%EF%BC%8Fb a%E2%80%AEgpj.exe a%7F %FF %C0%AE %E0%A4%A a%23b a%7Cb a%25 ~ a/ ${'x'.repeat(1025)}`

  test.each(refused.trim().split(/\s+/))(
    'POST, PUT, GET, HEAD and DELETE of the object path %s return 400',
    async (path) => {
      const before = await filesOnDisk()
      for (const method of ['POST', 'PUT', 'GET', 'HEAD', 'DELETE']) {
        const body = method.startsWith('P') ? 'x' : null
        const { status } = await ask(method, `object/${bucket}/${path}`, body)
        expect([method, status]).toEqual([method, 400])
      }
      expect(await filesOnDisk()).toEqual(before)
    },
  )

  test('object names that have a special meaning in file systems are stored like other names', async () => {
    const odd = ['CON', 'aux.txt', 'a', 'A', 'a.', 'a ', ' a', '...', 'a/.../b', '.htaccess', 'a:b']
    const own = `${newName()}/`
    for (const name of odd) await ask('POST', `object/${bucket}/${encodeURI(own + name)}`, name)
    for (const name of odd) {
      const answer = await ask('GET', `object/${bucket}/${encodeURI(own + name)}`)
      expect(await answer.text()).toBe(name)
    }
    expect((await filesOnDisk()).filter((name) => odd.includes(name))).toEqual([])
    const { data } = await files().list(own, { limit: 100 })
    const listed = odd.map((name) => name.split('/')[0]).toSorted()
    expect(data?.map(({ name }) => name).toSorted()).toEqual(listed)
  })

  test('bucket names that consist of dots or need escaping in a URL are rejected', async () => {
    const bad = ['.', '..', 'a%b', 'a\0', 'a\nb', 'a/b', 'a\\b', 'é', 'a#b', ' a', 'a ', '"', '<a>']
    for (const name of bad) {
      const { error } = await service().createBucket(name)
      expect([name, error]).toMatchObject([name, { status: 400 }])
    }
  })

  test('SQL wildcards in object names are matched literally, and null bytes are rejected with status 400', async () => {
    await files().upload('like/ab.txt', 'x')
    for (const search of ['a_', '%', '\\', "'", 'a%']) {
      expect((await files().list('like', { search })).data).toEqual([])
    }
    expect((await files().remove(['like/%', 'like/__.txt', '../like/ab.txt'])).data).toEqual([])
    for (const [method, path, body] of [
      ['POST', `object/list/${bucket}`, { prefix: 'a\0' }],
      ['POST', `object/list/${bucket}`, { search: '\0' }],
      ['POST', `object/list-v2/${bucket}`, { prefix: '\0' }],
      ['DELETE', `object/${bucket}`, { prefixes: ['\0'] }],
      ['POST', 'object/move', { bucketId: 'a\0', sourceKey: 'a', destinationKey: 'b' }],
      ['GET', 'object/info/a%00/t.txt', null],
      ['PUT', 'bucket/a%00', {}],
      ['GET', 'bucket?search=%00', null],
    ] as const) {
      const answer = await ask(method, path, body && JSON.stringify(body))
      expect([path, answer.status]).toEqual([path, 400])
    }
  })

  test(
    'listing objects with a prefix of 30,000 slashes returns an empty list within 5 s',
    { timeout: 5_000 },
    async () => {
      const prefix = `a${'/'.repeat(30_000)}b`
      expect((await files().list(prefix)).data).toEqual([])
    },
  )
})

describe('declared metadata', () => {
  const metadata = (text: string) => ({ 'x-metadata': Buffer.from(text).toString('base64') })

  test('custom metadata is rejected if it is not a JSON object, contains NUL or an unpaired surrogate, is nested too deeply or is too large', async () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    for (const text of [
      '[]',
      'null',
      '"a"',
      '{',
      '{"a":"\\u0000"}',
      '{"\\ud800":1}',
      deep(5_000),
    ]) {
      const answer = await ask('POST', `object/${bucket}/${newName()}`, 'x', metadata(text))
      expect([text.slice(0, 20), answer.status]).toEqual([text.slice(0, 20), 400])
    }
    for (const text of [deep(20_000), JSON.stringify({ a: 'x'.repeat(70_000) })]) {
      const form = new FormData()
      form.append('metadata', text)
      form.append('', new Blob(['x']))
      expect((await ask('POST', `object/${bucket}/${newName()}`, form)).status).toBe(400)
    }
  })

  test('custom object metadata keeps the key __proto__', async () => {
    const name = newName()
    const text = '{"__proto__":{"a":1},"constructor":2,"":3,"a":1e400}'
    expect((await ask('POST', `object/${bucket}/${name}`, 'x', metadata(text))).status).toBe(200)
    const told = await (await ask('GET', `object/info/${bucket}/${name}`)).text()
    expect(told).toContain('"__proto__":{"a":1}')
  })

  test('line breaks in upload metadata cannot inject response headers', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const [pieces, copy] = [newName(), newName()]
    const declared = { contentType: 'text/plain\r\n;x: y', cacheControl: '1\r\nX-Own: 1' }
    const head = Object.entries({ bucketName: bucket, objectName: pieces, ...declared })
    const begun = await ask('POST', 'upload/resumable', null, {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '0',
      'Upload-Metadata': head.map(([key, value]) => `${key} ${encoded(value)}`).join(','),
    })
    expect(begun.status).toBe(201)
    await files().copy('t.txt', copy, {
      copyMetadata: false,
      metadata: { mimetype: 'text/html\n;x', cacheControl: 'a\r\nb: c', contentEncoding: '' },
    })
    for (const name of [pieces, copy]) {
      const answer = await ask('GET', `object/${bucket}/${name}`)
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('x-own'),
      ]).toEqual([200, 'application/octet-stream', null])
    }
  })

  test.each([
    ['x%0d%0aSet-Cookie:a=b', 'x%0D%0ASet-Cookie%3Aa%3Db'],
    ['%22%3Bfilename=evil.exe', '%22%3Bfilename%3Devil.exe'],
    ['..%2f..%2fetc%00', '..%2F..%2Fetc%00'],
    ['%ff', '%EF%BF%BD'],
  ])('the download name %s does not break the Content-Disposition header', async (asked, told) => {
    const answer = await ask('GET', `object/${bucket}/t.txt?download=${asked}`)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${told}`)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('Range and If-None-Match headers', () => {
  test.each([
    ['bytes=0-1,4-5', 200],
    [`bytes=${Array.from({ length: 900 }, (_, at) => `${at}-`).join(',')}`, 200],
    ['bytes=99999999999999999999-', 416],
    ['bytes=-99999999999999999999', 206],
    [`bytes=0-${'9'.repeat(400)}`, 206],
    ['bytes=5-2', 416],
    ['bytes=-', 200],
    ['bytes=--1', 200],
    ['bytes=0x1-2', 200],
    ['items=0-1', 200],
  ])(
    'a request with the range %.40s returns status %i and no bytes outside the object',
    async (range, status) => {
      const answer = await ask('GET', `object/${bucket}/t.txt`, null, { Range: range })
      expect(answer.status).toBe(status)
      expect(await answer.text()).toBe(status === 416 ? '' : '0123456789')
    },
  )

  test.each([
    ['*', 304],
    [`${'"a",'.repeat(1500)}*`, 304],
    [',,,', 200],
    ['"', 200],
    ['\\', 200],
  ])('a request with the header If-None-Match: %.20s returns status %i', async (tags, status) => {
    const answer = await ask('GET', `object/${bucket}/t.txt`, null, { 'If-None-Match': tags })
    expect(answer.status).toBe(status)
  })
})
