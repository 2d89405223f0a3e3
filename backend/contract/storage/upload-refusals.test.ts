import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'
import { jpegOf } from './pictures.ts'
import { newName, uploads } from './uploads.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const { uploader, stored, filesOnDisk, expectNothingStored } = uploads(() => target)

describe('upload permissions', () => {
  test("an anonymous upload and a profile image named after another user's id are rejected", async () => {
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

  test('replacing an object requires x-upsert and ownership of the object', async () => {
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

  test('ten concurrent uploads to one name create exactly one object', async () => {
    const mine = await uploader()
    const name = newName('jpg')
    const body = await jpegOf(10, 10)
    const answers = await Promise.all(Array.from({ length: 10 }, () => mine.upload(name, body)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    for (const { error } of answers.filter(({ error }) => error)) {
      expect(error).toMatchObject({ statusCode: '409' })
    }
  })

  test('an upload is rejected if its bucket is unknown, or if its token is malformed, forged or expired', async () => {
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
  ])('an upload to the invalid path %s is rejected', async (path) => {
    const before = await filesOnDisk()
    const response = await fetch(`${target.url}/storage/v1/object/spaces/${path}`, {
      method: 'POST',
      body: await jpegOf(9, 9),
      headers: { Authorization: `Bearer ${target.serviceRoleKey}` },
    })
    expect(response.status).toBe(400)
    await expect.poll(filesOnDisk).toEqual(before)
  })
})

describe('interrupted uploads', () => {
  test('an upload stores nothing if its client disconnects', async () => {
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
    // Waits until the server has received the first bytes of the upload.
    await expect.poll(filesOnDisk).toHaveLength(before.length + (target.storageDir ? 1 : 0))
    upload.destroy()
    await expect.poll(filesOnDisk).toEqual(before)
    await expectNothingStored(name, before)
  })

  test('an upload with a truncated multipart form stores nothing', async () => {
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
    await expect.poll(filesOnDisk).toEqual(before)
  })
})
