import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'
import { jpegOf } from './pictures.ts'

let target: Target
const bucket = `details-${crypto.randomUUID()}`
const text = 'The quick brown fox jumps over the lazy dog.'

const service = () => clientOf(target, target.serviceRoleKey).storage
const files = () => service().from(bucket)
const newName = (ending = 'txt') => `${crypto.randomUUID()}.${ending}`
const read = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${target.url}/storage/v1/object/${bucket}/${name}`, {
    method,
    headers: { Authorization: `Bearer ${target.serviceRoleKey}`, ...headers },
  })

beforeAll(async () => {
  target = await openTarget()
  await service().createBucket(bucket)
})
afterAll(() => target.close())

async function uploaded(name = newName()): Promise<string> {
  const { error } = await files().upload(name, text, { contentType: 'text/plain' })
  expect(error).toBeNull()
  return name
}

describe('reads', () => {
  test('a range request with If-Range returns the range if the object is unchanged, and otherwise the whole object', async () => {
    const name = await uploaded()
    const head = await read(name, {}, 'HEAD')
    const [etag, date] = [head.headers.get('etag')!, head.headers.get('last-modified')!]
    for (const [condition, status] of [
      [etag, 206],
      [date, 206],
      ['"another"', 200],
      [`W/${etag}`, 200],
      [new Date(0).toUTCString(), 200],
    ] as const) {
      const answer = await read(name, { Range: 'bytes=4-8', 'If-Range': condition })
      expect([condition, answer.status]).toEqual([condition, status])
      expect(await answer.text()).toBe(status === 206 ? 'quick' : text)
    }
    expect((await read(name, { Range: 'bytes=-4' })).status).toBe(206)
    expect((await read(name, { Range: 'bytes=-0' })).status).toBe(416)
    expect((await read(name, { Range: 'bytes=4-8' }, 'HEAD')).status).toBe(200)
  })

  test('a range request for an empty object returns 416', async () => {
    const name = newName()
    await files().upload(name, '')
    const whole = await read(name)
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '0'])
    expect((await read(name, { Range: 'bytes=0-' })).status).toBe(416)
  })

  test('a storage object can be downloaded as a stream', async () => {
    const name = await uploaded()
    const { data } = await files().download(name).asStream()
    expect(await new Response(data).text()).toBe(text)
  })

  test('a signed URL can set a download file name and request an image variant', async () => {
    const name = await uploaded()
    const { data } = await files().createSignedUrl(name, 60, { download: 'fox.txt' })
    const answer = await fetch(data!.signedUrl)
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''fox.txt")
    const { data: many } = await files().createSignedUrls([name], 60, { download: true })
    const one = await fetch(many![0]!.signedUrl!)
    expect(one.headers.get('content-disposition')).toContain(name)

    const picture = newName('jpg')
    await files().upload(picture, await jpegOf(400, 300))
    const transform = { width: 100, height: 50, resize: 'fill', quality: 50 } as const
    const signed = await files().createSignedUrl(picture, 60, { transform })
    expect(signed.data?.signedUrl).toContain('/render/image/sign/')
    const drawn = await fetch(signed.data!.signedUrl, { headers: { Accept: 'image/jpeg' } })
    expect(await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).toMatchObject({
      width: 100,
      height: 50,
    })
    const own = await files().download(picture, { transform: { width: 40 } })
    expect(await sharp(Buffer.from(await own.data!.arrayBuffer())).metadata()).toMatchObject({
      width: 40,
    })
  })

  test('a storage request that names an object version succeeds only for the current version', async () => {
    const name = await uploaded()
    const { data: info } = await files().info(name)
    const versionId = info!.version
    expect((await files().info(name, { versionId })).error).toBeNull()
    expect((await files().download(name, { versionId })).error).toBeNull()
    const signed = await files().createSignedUrl(name, 60, { versionId })
    expect((await fetch(signed.data!.signedUrl)).status).toBe(200)

    await files().update(name, 'another text', { contentType: 'text/plain' })
    expect((await files().info(name)).data?.version).not.toBe(versionId)
    expect((await fetch(signed.data!.signedUrl)).status).toBe(400)
    for (const { error } of [
      await files().info(name, { versionId }),
      await files().download(name, { versionId }),
      await files().createSignedUrl(name, 60, { versionId }),
      await files().copy(name, newName(), { sourceVersionId: versionId }),
      await files().move(name, newName(), { sourceVersionId: versionId }),
    ]) {
      expect(error).toBeTruthy()
    }
    expect((await files().remove([{ path: name, versionId }])).data).toEqual([])
    expect((await files().exists(name)).data).toBe(true)
  })
})

describe('object metadata', () => {
  test('raw and multipart uploads store content type, cache control, content encoding and custom metadata', async () => {
    const metadata = { from: 'Ada', pages: 3 }
    const options = { contentEncoding: 'gzip', cacheControl: '7', metadata }
    const packed = new Uint8Array(
      await new Response(
        new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer(),
    )
    for (const body of [packed, new Blob([packed], { type: 'text/plain' })]) {
      const name = newName()
      await files().upload(name, body, { ...options, contentType: 'text/plain' })
      expect((await files().info(name)).data).toMatchObject({
        contentType: 'text/plain',
        contentEncoding: 'gzip',
        cacheControl: 'max-age=7',
        metadata,
      })
      const answer = await read(name)
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(await answer.text()).toBe(text)
    }
  })

  test('a copied object keeps the metadata of its source unless the copy request sets new metadata', async () => {
    const from = newName()
    await files().upload(from, text, {
      contentType: 'text/plain',
      cacheControl: '60',
      metadata: { from: 'Ada' },
    })
    const [same, other, over] = [newName(), newName(), newName()]
    await files().copy(from, same)
    expect((await files().info(same)).data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { from: 'Ada' },
    })
    await files().copy(from, other, {
      copyMetadata: false,
      metadata: { mimetype: 'text/markdown', cacheControl: 'no-store' },
    })
    expect((await files().info(other)).data).toMatchObject({
      contentType: 'text/markdown',
      cacheControl: 'no-store',
      metadata: {},
    })
    await files().upload(over, 'in the way')
    expect((await files().copy(from, over)).error).toMatchObject({ statusCode: '409' })
    const answer = await fetch(`${target.url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${target.serviceRoleKey}`, 'x-upsert': 'true' },
      body: JSON.stringify({ bucketId: bucket, sourceKey: from, destinationKey: over }),
    })
    expect(answer.status).toBe(200)
    expect(await (await read(over)).text()).toBe(text)
  })

  test('copying or moving an object into another bucket applies the limits of the destination bucket', async () => {
    const strict = `strict-${crypto.randomUUID()}`
    await service().createBucket(strict, {
      public: false,
      fileSizeLimit: 20,
      allowedMimeTypes: ['text/*'],
    })
    const long = await uploaded()
    const short = newName()
    await files().upload(short, 'short', { contentType: 'text/plain' })
    const there = { destinationBucket: strict }
    expect((await files().copy(long, long, there)).error).toMatchObject({ statusCode: '413' })
    expect((await files().move(long, long, there)).error).toMatchObject({ statusCode: '413' })
    expect((await files().copy(short, short, there)).data?.path).toBe(`${strict}/${short}`)
    expect((await files().move(short, `moved/${short}`, there)).error).toBeNull()
    expect((await files().exists(short)).data).toBe(false)
    expect(await (await service().from(strict).download(`moved/${short}`)).data?.text()).toBe(
      'short',
    )
    const override = { copyMetadata: false, metadata: { mimetype: 'image/svg+xml' }, ...there }
    const from = newName()
    await files().upload(from, 'short', { contentType: 'text/plain' })
    expect((await files().copy(from, from, override)).error).toMatchObject({ statusCode: '415' })
  })
})

describe('cached image variants', () => {
  test('only the service role can delete cached image variants', async () => {
    const name = newName('jpg')
    await files().upload(name, await jpegOf(50, 50))
    await files().download(name, { transform: { width: 10 } })
    const version = (await files().info(name)).data!.version
    const isKept = async () =>
      target.storageDir === null ||
      (await readdir(join(target.storageDir, 'renders'))).some((file) => file.startsWith(version))
    expect(await isKept()).toBe(true)
    const { client } = await signedUp(target)
    const stranger = client.storage.from(bucket)
    expect((await stranger.purgeCache(name)).error).toMatchObject({ statusCode: '403' })
    expect(await isKept()).toBe(true)
    for (const { data, error } of [
      await files().purgeCache(name),
      await files().purgeCache(name, { transformations: true }),
      await service().purgeBucketCache(bucket),
    ]) {
      expect([error, data?.message]).toEqual([null, 'success'])
    }
    expect(await isKept()).toBe(target.storageDir === null)
    expect((await files().download(name, { transform: { width: 10 } })).error).toBeNull()
  })
})
