import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'
import { plain } from './hostile-bytes.ts'
import { jpegOf } from './pictures.ts'

let target: Target
const bucket = `tokens-${crypto.randomUUID()}`

beforeAll(async () => {
  target = await openTarget()
  await service().createBucket(bucket, { public: false })
  await files().upload('a.txt', 'secret', { contentType: 'text/plain' })
  await files().upload('b.txt', 'other', { contentType: 'text/plain' })
  await files().upload('p.png', await plain().png().toBuffer(), { contentType: 'image/png' })
})
afterAll(() => target.close())

const service = () => clientOf(target, target.serviceRoleKey).storage
const files = () => service().from(bucket)
const at = (path: string) => `${target.url}/storage/v1/${path}`

async function tokenFor(name: string, seconds = 60): Promise<string> {
  const { data } = await files().createSignedUrl(name, seconds)
  return new URL(data!.signedUrl).searchParams.get('token')!
}

const read = (name: string, token: string, route = 'object') =>
  fetch(at(`${route}/sign/${bucket}/${name}?token=${token}`))

describe('tokens of signed URLs', () => {
  test('a signed URL is valid only for its path and purpose, only if unmodified, and only until it expires', async () => {
    const brief = await tokenFor('a.txt', 1)
    const token = await tokenFor('a.txt')
    expect(await (await read('a.txt', token)).text()).toBe('secret')
    const [head, body, signature] = token.split('.') as [string, string, string]
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = new Tokens('some other secret, also long enough').sign({ ...claims })
    const upload = (await files().createSignedUploadUrl('new.txt')).data!.token
    for (const [what, name, given] of [
      ['of another path', 'b.txt', token],
      ['of an upload', 'new.txt', upload],
      ['unsigned', 'a.txt', `${encode({ alg: 'none' })}.${body}.`],
      ['without algorithm', 'a.txt', `${encode({})}.${body}.${signature}`],
      ['for longer', 'a.txt', `${head}.${encode({ ...claims, exp: 9e9 })}.${signature}`],
      [
        'for more',
        'b.txt',
        `${head}.${encode({ ...claims, url: `${bucket}/b.txt` })}.${signature}`,
      ],
      ['of somebody else', 'a.txt', forged],
      ['cut', 'a.txt', token.slice(0, -2)],
      ['of the project', 'a.txt', target.serviceRoleKey],
      ['of nobody', 'a.txt', 'x'],
      ['that is missing', 'a.txt', ''],
    ] as const) {
      const answer = await read(name, given)
      expect([what, answer.status]).toEqual([what, 400])
      expect(await answer.json()).toMatchObject({ error: 'InvalidSignature' })
    }
    await expect.poll(async () => (await read('a.txt', brief)).status).toBe(400)
  })

  test('signing several paths returns tokens for readable objects and errors for unreadable objects', async () => {
    const paths = ['a.txt', '../a.txt', 'none.txt', 'a\0', 'b.txt', 'a.txt', '%']
    const { data } = await files().createSignedUrls(paths, 60)
    expect(data?.map(({ path, signedUrl }) => [path, signedUrl !== null])).toEqual(
      paths.map((path) => [path, path === 'a.txt' || path === 'b.txt']),
    )
    expect(await (await fetch(data![4]!.signedUrl!)).text()).toBe('other')
    const { storage } = clientOf(target)
    const foreign = await storage.from(bucket).createSignedUrls(['a.txt'], 60)
    expect(foreign.data).toMatchObject([{ signedUrl: null, error: expect.any(String) }])
  })

  test('the token of a signed URL does not authenticate requests to other endpoints', async () => {
    const token = await tokenFor('a.txt')
    const upload = (await files().createSignedUploadUrl('new.txt')).data!.token
    for (const given of [token, upload]) {
      const headers = { Authorization: `Bearer ${given}` }
      for (const [method, path] of [
        ['GET', `object/${bucket}/a.txt`],
        ['GET', `object/info/${bucket}/a.txt`],
        ['POST', `object/${bucket}/new.txt`],
        ['DELETE', `object/${bucket}/a.txt`],
        ['POST', `object/sign/${bucket}/a.txt`],
      ] as const) {
        const answer = await fetch(at(path), {
          method,
          headers,
          body: method === 'POST' ? '{"expiresIn":9}' : null,
        })
        expect([method, path, answer.status]).toEqual([method, path, 400])
      }
    }
    expect((await read('a.txt', token, 'object/upload')).status).toBe(400)
  })

  test('a signed URL for an image variant does not give access to other variants or to the original', async () => {
    const { data } = await files().createSignedUrl('p.png', 60, { transform: { width: 10 } })
    const { searchParams } = new URL(data!.signedUrl)
    const token = searchParams.get('token')!
    const drawn = await fetch(`${data!.signedUrl}&width=40&quality=100`)
    const facts = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
    expect(facts).toMatchObject({ width: 10, height: 5 })
    expect(await (await read('p.png', token)).json()).toMatchObject({ error: 'InvalidSignature' })
  })

  test('a signed upload URL works once, or repeatedly with upsert, and the limits of its bucket apply', async () => {
    const { data } = await files().createSignedUploadUrl('over.txt', { upsert: true })
    for (const text of ['one', 'two']) {
      const sent = await files().uploadToSignedUrl('over.txt', data!.token, text)
      expect(sent.error).toBeNull()
    }
    const strict = `strict-${crypto.randomUUID()}`
    const rules = { public: false, fileSizeLimit: 3, allowedMimeTypes: ['text/plain'] }
    await service().createBucket(strict, rules)
    const there = service().from(strict)
    const token = (await there.createSignedUploadUrl('a.txt')).data!.token
    const contentType = 'text/plain'
    const long = await there.uploadToSignedUrl('a.txt', token, 'four', { contentType })
    expect(long.error).toMatchObject({ statusCode: '413' })
    const page = { contentType: 'text/html' }
    const other = await there.uploadToSignedUrl('a.txt', token, 'pag', page)
    expect(other.error).toMatchObject({ statusCode: '415' })
    const once = () => there.uploadToSignedUrl('a.txt', token, 'abc', { contentType })
    const both = await Promise.all([once(), once()])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
  })
})

test("a user cannot overwrite another user's object by copy, move, signed upload URL or resumable upload", async () => {
  const owner = (await signedUp(target)).client.storage.from('spaces')
  const { client, session } = await signedUp(target)
  const thief = client.storage.from('spaces')
  const [theirs, mine] = [`${crypto.randomUUID()}.jpg`, `${crypto.randomUUID()}.jpg`]
  await owner.upload(theirs, await jpegOf(7, 7))
  await thief.upload(mine, await jpegOf(9, 9))
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(at(path), {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.access_token}`, 'x-upsert': 'true', ...headers },
      body: JSON.stringify(body),
    })
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const path = { bucketId: 'spaces', sourceKey: mine, destinationKey: theirs }
  for (const [what, answer] of [
    ['copy', await ask('object/copy', path)],
    ['move', await ask('object/move', path)],
    ['move away', await ask('object/move', { ...path, sourceKey: theirs, destinationKey: mine })],
    ['signed URL', await ask(`object/upload/sign/spaces/${theirs}`, {})],
    [
      'pieces',
      await ask(
        'upload/resumable',
        {},
        {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '9',
          'Upload-Metadata': `bucketName ${encoded('spaces')},objectName ${encoded(theirs)}`,
        },
      ),
    ],
  ] as const) {
    expect([what, answer.status >= 400 && answer.status < 500]).toEqual([what, true])
  }
  const { data } = await owner.download(theirs)
  expect(await sharp(Buffer.from(await data!.arrayBuffer())).metadata()).toMatchObject({ width: 7 })
  const { data: kept } = await thief.download(mine)
  expect(await sharp(Buffer.from(await kept!.arrayBuffer())).metadata()).toMatchObject({ width: 9 })
})
