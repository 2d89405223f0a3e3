import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { asBlob, bomb, jpegOf, phoneJpeg, picture, webpOf } from './pictures.ts'
import { newName, uploads } from './uploads.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const { spaces: served, uploader, stored, filesOnDisk, expectNothingStored } = uploads(() => target)

describe('uploads of images', () => {
  test('an image can be uploaded both as a multipart form and as a raw body', async () => {
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

  test('a phone photo is stored upright and without its location and camera metadata', async () => {
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

  test('an image with more than 2400 pixels on one side is scaled down to 2400 pixels', async () => {
    const name = newName('jpg')
    await (await uploader()).upload(name, await jpegOf(4000, 3000))
    expect(await sharp(await stored(name)).metadata()).toMatchObject({ width: 2400, height: 1800 })
  })

  test('a small WebP image without metadata is stored unchanged', async () => {
    const webp = await webpOf(800, 600)
    const name = newName('webp')
    await (await uploader()).upload(name, webp)
    expect(await stored(name)).toEqual(Buffer.from(await webp.arrayBuffer()))
  })

  test('the stored content type is detected from the content, whatever name and type the upload declares', async () => {
    const png = asBlob(await picture(50, 50).png().toBuffer(), 'text/html')
    const name = newName('jpg')
    await (await uploader()).upload(name, png)
    const { data } = await served().info(name)
    expect(data?.contentType).toBe('image/png')
  })

  test.each([
    ['a text named .jpg', () => asBlob('I am a text', 'image/jpeg'), 'text/plain'],
    ['an SVG', () => asBlob('<svg xmlns="x" onload="alert(1)"/>', 'image/png'), 'image/svg+xml'],
    ['an HTML page', () => asBlob('<script>alert(1)</script>', 'image/gif'), 'text/plain'],
    ['an executable', () => asBlob('\x7fELF\x02\x01\0', 'image/jpeg'), 'application/octet-stream'],
    ['an empty file', () => asBlob('', 'image/jpeg'), 'text/plain'],
  ])('an upload of %s to an image bucket is rejected and stores nothing', async (_, body, type) => {
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

  test('damaged images and decompression bombs are rejected', async () => {
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

  test('a multipart or raw upload of more than 50 MiB is rejected with 413 and stores nothing', async () => {
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
