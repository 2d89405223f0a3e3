import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'
import { asBlob, jpegOf, phoneJpeg } from './pictures.ts'

let target: Target
let bucket: string

const service = () => clientOf(target, target.serviceRoleKey).storage
const files = () => service().from(bucket)

beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())
beforeEach(async () => {
  bucket = `files-${crypto.randomUUID()}`
  await service().createBucket(bucket, { public: false })
})

describe('lists', () => {
  beforeEach(async () => {
    for (const name of ['a.txt', 'b_1.txt', 'bx1.txt', 'docs/c.txt', 'docs/deep/d.txt']) {
      await files().upload(name, name, { contentType: 'text/plain' })
    }
  })

  const namesOf = ({ data }: { data: { name: string }[] | null }) => data?.map(({ name }) => name)

  test('listing a folder returns its files and subfolders, sorted and in pages', async () => {
    const all = await files().list()
    expect(namesOf(all)).toEqual(['a.txt', 'b_1.txt', 'bx1.txt', 'docs'])
    expect(all.data?.[0]).toMatchObject({
      id: expect.any(String),
      metadata: { size: 5, mimetype: 'text/plain', eTag: expect.any(String) },
    })
    expect(all.data?.[3]).toMatchObject({ id: null, metadata: null })
    expect(namesOf(await files().list('docs'))).toEqual(['c.txt', 'deep'])
    expect(namesOf(await files().list('', { limit: 2, offset: 1 }))).toEqual(['b_1.txt', 'bx1.txt'])
    expect(namesOf(await files().list('', { sortBy: { column: 'name', order: 'desc' } }))).toEqual([
      'docs',
      'bx1.txt',
      'b_1.txt',
      'a.txt',
    ])
  })

  test('listing objects treats SQL wildcards in the search text as plain characters', async () => {
    expect(namesOf(await files().list('', { search: 'b_' }))).toEqual(['b_1.txt'])
    expect(namesOf(await files().list('', { search: '%' }))).toEqual([])
  })
})

describe('moves, copies and deletions', () => {
  test('the storage client can move an object to a new name and copy an object to a second name', async () => {
    await files().upload('a.txt', 'text', { contentType: 'text/plain' })
    expect((await files().move('a.txt', 'b/c.txt')).error).toBeNull()
    expect((await files().exists('a.txt')).data).toBe(false)
    expect((await files().copy('b/c.txt', 'd.txt')).data?.path).toBe(`${bucket}/d.txt`)
    await files().remove(['b/c.txt'])
    expect(await (await files().download('d.txt')).data?.text()).toBe('text')
  })

  test('moving or copying an object is rejected if the new name exists, the object is missing or the path is invalid', async () => {
    await files().upload('a.txt', 'a')
    await files().upload('b.txt', 'b')
    expect((await files().move('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await files().copy('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await files().move('x.txt', 'y.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await files().move('a.txt', '../y.txt')).error).toMatchObject({ status: 400 })
    expect(await (await files().download('b.txt')).data?.text()).toBe('b')
  })

  test("copying or moving an object into a bucket that does not accept the object's type is rejected", async () => {
    await files().upload('a.jpg', asBlob('<script>', 'image/jpeg'))
    await files().upload('b.txt', 'a text', { contentType: 'text/plain' })
    for (const name of ['a.jpg', 'b.txt']) {
      for (const attempt of [
        files().copy(name, name, { destinationBucket: 'spaces' }),
        files().move(name, name, { destinationBucket: 'spaces' }),
      ]) {
        expect((await attempt).error).toMatchObject({ status: 400 })
      }
    }
  })

  test('a photo copied or moved into an image bucket is normalized like an uploaded photo', async () => {
    const photo = await phoneJpeg()
    const toSpaces = { destinationBucket: 'spaces' }
    const [copied, moved] = [`${crypto.randomUUID()}.jpg`, `${crypto.randomUUID()}.jpg`]
    await files().upload('photo.jpg', photo, { contentType: 'image/jpeg' })
    expect((await files().copy('photo.jpg', copied, toSpaces)).error).toBeNull()
    const original = await (await files().download('photo.jpg')).data?.arrayBuffer()
    expect(original).toEqual(await photo.arrayBuffer())
    expect((await files().move('photo.jpg', moved, toSpaces)).error).toBeNull()
    expect((await files().exists('photo.jpg')).data).toBe(false)
    for (const name of [copied, moved]) {
      const { data } = await service().from('spaces').download(name)
      const facts = await sharp(Buffer.from(await data!.arrayBuffer())).metadata()
      expect(facts).toMatchObject({ width: 600, height: 800 })
      expect(facts.exif).toBeUndefined()
    }
  })

  test("a user can neither delete nor move another user's objects", async () => {
    const mine = (await signedUp(target)).client.storage.from('spaces')
    const name = `${crypto.randomUUID()}.jpg`
    await mine.upload(name, await jpegOf(9, 9))
    const theirs = (await signedUp(target)).client.storage.from('spaces')
    for (const stranger of [theirs, clientOf(target).storage.from('spaces')]) {
      expect((await stranger.remove([name])).data).toEqual([])
      expect((await stranger.move(name, `${crypto.randomUUID()}.jpg`)).error).toBeTruthy()
    }
    const { publicUrl } = mine.getPublicUrl(name).data
    expect((await fetch(publicUrl)).status).toBe(200)
    expect((await mine.remove([name])).data?.map((object) => object.name)).toEqual([name])
    expect((await fetch(publicUrl)).status).toBe(400)
  })
})

describe('signed uploads', () => {
  test('a signed upload URL lets another client upload exactly one object', async () => {
    const { client } = await signedUp(target)
    const name = `${crypto.randomUUID()}.jpg`
    const { data } = await client.storage.from('spaces').createSignedUploadUrl(name)
    const stranger = clientOf(target).storage.from('spaces')
    const send = async () => stranger.uploadToSignedUrl(name, data!.token, await jpegOf(9, 9))
    expect((await send()).error).toBeNull()
    expect((await send()).error).toMatchObject({ statusCode: '409' })
    expect((await client.storage.from('spaces').remove([name])).data).toHaveLength(1)
  })

  test('creating a signed upload URL requires permission to upload, and the URL is valid only for its path', async () => {
    const stranger = clientOf(target).storage.from('spaces')
    expect((await stranger.createSignedUploadUrl('a.jpg')).error).toMatchObject({
      statusCode: '403',
    })
    const { data } = await files().createSignedUploadUrl('mine.txt')
    const other = await stranger.uploadToSignedUrl('b.jpg', data!.token, await jpegOf(9, 9))
    expect(other.error).toBeTruthy()
  })
})
