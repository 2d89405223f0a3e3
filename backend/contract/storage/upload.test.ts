import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'
import { asBlob, bomb, jpegOf, phoneJpeg, picture, webpOf } from './pictures.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const service = () => clientOf(target, target.serviceRoleKey).storage
const newName = (ending: string) => `${crypto.randomUUID()}.${ending}`

async function uploader() {
  const { client } = await signedUp(target)
  return client.storage.from('spaces')
}

async function stored(name: string): Promise<Buffer> {
  const { data } = service().from('spaces').getPublicUrl(name)
  const response = await fetch(data.publicUrl)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Everything under the storage folder, as a list of files. */
async function filesOnDisk(): Promise<string[]> {
  if (!target.storageDir) return []
  const entries = await readdir(target.storageDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function expectNothingStored(name: string, filesBefore: string[]): Promise<void> {
  expect((await service().from('spaces').info(name)).error).toMatchObject({ code: 'NoSuchKey' })
  expect((await filesOnDisk()).toSorted()).toEqual(filesBefore.toSorted())
}

describe('uploading a picture', () => {
  test('as a form and as bytes', async () => {
    const spaces = await uploader()
    for (const body of [await jpegOf(60, 40), await (await jpegOf(60, 40)).arrayBuffer()]) {
      const name = newName('jpg')
      const { data, error } = await spaces.upload(name, body, { contentType: 'image/jpeg' })
      expect(error).toBeNull()
      expect(data).toMatchObject({ path: name, fullPath: `spaces/${name}` })
      expect(data?.id).toMatch(/^[0-9a-f-]{36}$/)
      expect(await sharp(await stored(name)).metadata()).toMatchObject({ width: 60, height: 40 })
    }
  })

  test('a phone photo ends upright, without place, camera or owner', async () => {
    const spaces = await uploader()
    const photo = await phoneJpeg()
    expect((await sharp(Buffer.from(await photo.arrayBuffer())).metadata()).exif).toBeDefined()
    const name = newName('jpg')
    expect((await spaces.upload(name, photo)).error).toBeNull()
    const bytes = await stored(name)
    const facts = await sharp(bytes).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 600, height: 800 })
    expect(facts.exif).toBeUndefined()
    expect(facts.orientation).toBeUndefined()
    const { data } = await sharp(bytes)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data].map((channel) => channel > 128)).toEqual([true, false, false])
  })

  test('a camera-size picture is scaled to 2400 pixels', async () => {
    const name = newName('jpg')
    await (await uploader()).upload(name, await jpegOf(4000, 3000))
    expect(await sharp(await stored(name)).metadata()).toMatchObject({ width: 2400, height: 1800 })
  })

  test('a small plain WebP is kept to the byte', async () => {
    const webp = await webpOf(800, 600)
    const name = newName('webp')
    await (await uploader()).upload(name, webp)
    expect(await stored(name)).toEqual(Buffer.from(await webp.arrayBuffer()))
  })

  test('the type is the real one, whatever name and header say', async () => {
    const png = asBlob(await picture(50, 50).png().toBuffer(), 'text/html')
    const name = newName('jpg')
    await (await uploader()).upload(name, png)
    const { data } = await service().from('spaces').info(name)
    expect(data?.contentType).toBe('image/png')
  })

  test.each([
    ['a text named .jpg', () => asBlob('I am a text', 'image/jpeg'), 'text/plain'],
    ['an SVG', () => asBlob('<svg xmlns="x" onload="alert(1)"/>', 'image/png'), 'image/svg+xml'],
    ['a page', () => asBlob('<script>alert(1)</script>', 'image/gif'), 'text/plain'],
    ['a program', () => asBlob('\x7fELF\x02\x01\0', 'image/jpeg'), 'application/octet-stream'],
    ['nothing', () => asBlob('', 'image/jpeg'), 'text/plain'],
  ])('%s is refused and leaves nothing', async (_, body, type) => {
    const spaces = await uploader()
    const before = await filesOnDisk()
    const name = newName('jpg')
    expect((await spaces.upload(name, body())).error).toMatchObject({
      status: 400,
      statusCode: '415',
      code: 'InvalidMimeType',
      message: `mime type ${type} is not supported`,
    })
    await expectNothingStored(name, before)
  })

  test('damaged pictures and decompression bombs are refused', async () => {
    const spaces = await uploader()
    const before = await filesOnDisk()
    const whole = await (await jpegOf(1000, 1000)).arrayBuffer()
    const webp = await (await webpOf(300, 300)).arrayBuffer()
    for (const body of [
      asBlob(new Uint8Array(whole.slice(0, whole.byteLength / 2)), 'image/jpeg'),
      asBlob(new Uint8Array(webp.slice(0, webp.byteLength - 20)), 'image/webp'),
      asBlob('\xff\xd8\xff nothing more', 'image/jpeg'),
    ]) {
      const name = newName('jpg')
      expect((await spaces.upload(name, body)).error).toMatchObject({ statusCode: '415' })
      await expectNothingStored(name, before)
    }
    const name = newName('png')
    expect((await spaces.upload(name, bomb())).error).toMatchObject({ statusCode: '413' })
    await expectNothingStored(name, before)
  })

  test('fifty megabytes are refused with a clear error, sent either way', async () => {
    const spaces = await uploader()
    const before = await filesOnDisk()
    const jpeg = await jpegOf(100, 100)
    const big = new Blob([jpeg, new Uint8Array(50 * 1024 * 1024)], { type: 'image/jpeg' })
    const chunked = () => big.stream() as ReadableStream<Uint8Array>
    for (const send of [
      (name: string) => spaces.upload(name, big),
      (name: string) =>
        spaces.upload(name, chunked(), { contentType: 'image/jpeg', duplex: 'half' }),
    ]) {
      const name = newName('jpg')
      expect((await send(name)).error).toMatchObject({
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      })
      await expectNothingStored(name, before)
    }
  })
})

describe('who may upload, and where', () => {
  test('nobody without an account, nobody in another name', async () => {
    const anonymous = clientOf(target).storage.from('spaces')
    expect((await anonymous.upload(newName('jpg'), await jpegOf(9, 9))).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    const { client, user } = await signedUp(target)
    const avatars = client.storage.from('profile-images')
    expect((await avatars.upload(`${user.id}-1.jpg`, await jpegOf(9, 9))).error).toBeNull()
    const foreign = await avatars.upload(`${crypto.randomUUID()}-1.jpg`, await jpegOf(9, 9))
    expect(foreign.error).toMatchObject({ statusCode: '403' })
  })

  test('an existing name needs x-upsert, and its owner', async () => {
    const mine = await uploader()
    const name = newName('jpg')
    await mine.upload(name, await jpegOf(10, 10))
    expect((await mine.upload(name, await jpegOf(20, 20))).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    const theirs = await uploader()
    for (const attempt of [
      theirs.upload(name, await jpegOf(30, 30), { upsert: true }),
      theirs.update(name, await jpegOf(30, 30)),
    ]) {
      expect((await attempt).error).toMatchObject({ statusCode: '403' })
    }
    const before = await filesOnDisk()
    const { error } = await mine.upload(name, await jpegOf(20, 20), { upsert: true })
    expect(error).toBeNull()
    expect(await sharp(await stored(name)).metadata()).toMatchObject({ width: 20 })
    expect(await filesOnDisk()).toHaveLength(before.length)
  })

  test('ten uploads of one name at once make one object', async () => {
    const mine = await uploader()
    const name = newName('jpg')
    const body = await jpegOf(10, 10)
    const answers = await Promise.all(Array.from({ length: 10 }, () => mine.upload(name, body)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    for (const { error } of answers.filter(({ error }) => error)) {
      expect(error).toMatchObject({ statusCode: '409' })
    }
  })

  test('an unknown bucket, and a broken, forged or expired token', async () => {
    const { client } = await signedUp(target)
    const lost = await client.storage.from('nowhere').upload('a.jpg', await jpegOf(9, 9))
    expect(lost.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    const forged = new Tokens('some other secret, also long enough')
    for (const [token, message] of [
      ['nonsense', 'Invalid Compact JWS'],
      ['a.b.c', 'Invalid Compact JWS'],
      [forged.sign({ role: 'service_role' }), 'signature verification failed'],
      [
        new Tokens(target.jwtSecret).sign({ role: 'service_role', exp: 1_000_000_000 }),
        '"exp" claim timestamp check failed',
      ],
    ] as const) {
      const response = await fetch(`${target.url}/storage/v1/object/spaces/a.jpg`, {
        method: 'POST',
        body: await jpegOf(9, 9),
        headers: { Authorization: `Bearer ${token}` },
      })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { statusCode: '403', error: 'Unauthorized', message },
      ])
    }
  })

  test.each([
    '..%2f..%2fetc%2fpasswd',
    'a/..%2f..%2fb.jpg',
    'a%5c..%5cb.jpg',
    'a%00.jpg',
    'a%0ab.jpg',
    'a//b.jpg',
    'a%3Cb%3E.jpg',
    `${'x'.repeat(1025)}`,
  ])('the path %s is refused', async (path) => {
    const before = await filesOnDisk()
    const response = await fetch(`${target.url}/storage/v1/object/spaces/${path}`, {
      method: 'POST',
      body: await jpegOf(9, 9),
      headers: { Authorization: `Bearer ${target.serviceRoleKey}` },
    })
    expect(response.status).toBe(400)
    expect(await filesOnDisk()).toEqual(before)
  })

  test('an upload whose sender leaves half-way stores nothing', async () => {
    const before = await filesOnDisk()
    const name = newName('jpg')
    const upload = request(`${target.url}/storage/v1/object/spaces/${name}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${target.serviceRoleKey}`,
        'Content-Type': 'image/jpeg',
        'Content-Length': 1_000_000,
      },
    })
    upload.on('error', () => {})
    upload.write(Buffer.alloc(200_000, 1))
    // Until it has begun to arrive.
    await expect.poll(filesOnDisk).toHaveLength(before.length + (target.storageDir ? 1 : 0))
    upload.destroy()
    await expect.poll(filesOnDisk).toEqual(before)
    await expectNothingStored(name, before)
  })

  test('a form that is cut short stores nothing', async () => {
    const before = await filesOnDisk()
    for (const body of [
      '',
      '--b\r\n',
      '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nabc',
    ]) {
      const response = await fetch(`${target.url}/storage/v1/object/spaces/${newName('jpg')}`, {
        method: 'POST',
        body,
        headers: {
          Authorization: `Bearer ${target.serviceRoleKey}`,
          'Content-Type': 'multipart/form-data; boundary=b',
        },
      })
      expect(response.status).toBe(400)
    }
    expect(await filesOnDisk()).toEqual(before)
  })
})
