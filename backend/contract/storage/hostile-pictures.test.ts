import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import {
  avifClaiming,
  gifClaiming,
  jpegClaiming,
  phoneExif,
  plain,
  pngClaiming,
  pngWith,
  webpCanvas,
  webpChunk,
  webpOfChunks,
} from './hostile-bytes.ts'
import { putInto } from './put-object.ts'
import { uploadMethods, type UploadMethod } from './upload-methods.ts'

let target: Target
let ways: Record<string, UploadMethod>
const anything = `anything-${crypto.randomUUID()}`

beforeAll(async () => {
  target = await openTarget()
  ways = await uploadMethods(target, anything)
})
afterAll(() => target.close())

const headers = () => ({ Authorization: `Bearer ${target.serviceRoleKey}` })
const at = (path: string) => `${target.url}/storage/v1/${path}`

const put = (bucket: string, bytes: Buffer, type?: string) => putInto(target, bucket, bytes, type)

async function stored(bucket: string, name: string): Promise<Buffer> {
  const answer = await fetch(at(`object/${bucket}/${name}`), { headers: headers() })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const draw = (name: string, query: string, accept = 'image/webp') =>
  fetch(at(`render/image/authenticated/${anything}/${name}?${query}`), {
    headers: { ...headers(), Accept: accept },
  })

async function fileCount(): Promise<number> {
  if (!target.storageDir) return 0
  const entries = await readdir(target.storageDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('renders')).length
}

const bombs = async (): Promise<Record<string, Buffer>> => ({
  'a PNG': pngClaiming(60_000, 60_000),
  'the largest PNG': pngClaiming(0x7fff_ffff, 0x7fff_ffff),
  'a PNG without width': pngClaiming(0, 10),
  'a PNG that ends early': pngClaiming(9_000, 9_000),
  'a JPEG': await jpegClaiming(65_500, 65_500),
  'an AVIF': await avifClaiming(60_000, 60_000),
  'an AVIF of another size than it says': await avifClaiming(9_000, 9_000),
  'a WebP': webpOfChunks(webpCanvas(16_777_216, 16_777_216, 2), webpChunk('ANIM', Buffer.alloc(6))),
  'a WebP of another size than it says': webpOfChunks(
    webpCanvas(16_000, 16_000, 0),
    (await plain().webp().toBuffer()).subarray(12),
  ),
  'a GIF of five thousand frames': gifClaiming(400, 400, 5_000),
  'a GIF whose frames take seconds to draw': gifClaiming(300, 300, 1_000),
})

describe('decompression bombs', () => {
  test('image buckets reject an image that declares too many pixels, and store nothing', async () => {
    const before = await fileCount()
    for (const [what, bytes] of Object.entries(await bombs())) {
      const began = performance.now()
      const { status, statusCode } = await put('spaces', bytes)
      expect([what, status]).toEqual([what, 400])
      expect([what, statusCode]).toEqual([what, expect.stringMatching(/^41[35]$/)])
      expect([what, performance.now() - began < 15_000]).toEqual([what, true])
    }
    expect(await fileCount()).toBe(before)
  })

  test('image buckets reject an AVIF and an animated GIF with 36 million pixels', async () => {
    for (const bytes of [await avifClaiming(6_000, 6_000), gifClaiming(300, 300, 400)]) {
      expect(await put('spaces', bytes)).toMatchObject({ statusCode: '413' })
    }
  })

  test('buckets that accept any type store an image with too many pixels, but the server never renders it', async () => {
    for (const [what, bytes] of Object.entries(await bombs())) {
      const { name, status } = await put(anything, bytes)
      expect([what, status]).toEqual([what, 200])
      const drawn = await draw(name, 'width=20')
      const answer = [drawn.status, (await drawn.text()).includes('"statusCode":"422"')]
      expect([what, ...answer]).toEqual([what, 400, true])
    }
  })
})

describe('image metadata', () => {
  const words = Buffer.from('<script>hidden words</script>')

  test('image buckets remove metadata and appended data from JPEG, PNG, GIF and WebP files', async () => {
    const [jpeg, png, webp, gif] = await Promise.all([
      plain().jpeg().toBuffer(),
      plain().png().toBuffer(),
      plain().webp().toBuffer(),
      plain().gif().toBuffer(),
    ])
    const pixels = webp.subarray(12)
    const exif = (await sharp(await plain().jpeg().withExif(phoneExif).toBuffer()).metadata()).exif!
    const segment = Buffer.from([0xff, 0xfe, 0, words.length + 2])
    const frame = Buffer.concat([Buffer.alloc(16), pixels, webpChunk('HIDE', words)])
    frame.writeUIntLE(39, 6, 3)
    frame.writeUIntLE(19, 9, 3)
    const carriers = {
      'JPEG and page': Buffer.concat([jpeg, words]),
      'JPEG with a comment': Buffer.concat([jpeg.subarray(0, 2), segment, words, jpeg.subarray(2)]),
      'PNG and page': Buffer.concat([png, words]),
      'PNG with text': pngWith(png, 'tEXt', Buffer.concat([Buffer.from('Comment\0'), words])),
      'PNG with a chunk of its own': pngWith(png, 'hiDe', words),
      'GIF and script': Buffer.concat([gif, Buffer.from('=1;/*'), words]),
      'GIF with a comment': Buffer.concat([
        gif.subarray(0, -1),
        Buffer.from([0x21, 0xfe, words.length]),
        words,
        Buffer.from([0, 0x3b]),
      ]),
      'WebP and page': Buffer.concat([webp, words]),
      'WebP with a chunk of its own': webpOfChunks(pixels, webpChunk('HIDE', words)),
      'WebP with EXIF it does not announce': webpOfChunks(pixels, webpChunk('EXIF', exif)),
      'WebP with a frame that carries more': webpOfChunks(
        webpCanvas(40, 20, 2),
        webpChunk('ANIM', Buffer.alloc(6)),
        webpChunk('ANMF', frame),
      ),
    }
    for (const [what, bytes] of Object.entries(carriers)) {
      const { name, status } = await put('spaces', bytes)
      expect([what, status]).toEqual([what, 200])
      const left = (await stored('spaces', name)).toString('latin1')
      expect([what, /hidden|Phone/.test(left)]).toEqual([what, false])
    }
  })

  test('every upload method removes location, camera and orientation metadata from images in image buckets', async () => {
    const lying = () => plain().withExif(phoneExif).withMetadata({ orientation: 6 })
    const photos = {
      'image/jpeg': await lying().jpeg().toBuffer(),
      'image/png': await lying().png().toBuffer(),
      'image/webp': await lying().webp().toBuffer(),
      'image/avif': await lying().avif({ effort: 0 }).toBuffer(),
    }
    for (const [type, bytes] of Object.entries(photos)) {
      expect((await sharp(bytes).metadata()).exif).toBeDefined()
      for (const [way, send] of Object.entries(ways)) {
        const name = await send(bytes, type)
        const facts = await sharp(await stored('spaces', name)).metadata()
        const { width, height, exif, orientation } = facts
        const shown = `${type} by ${way}`
        expect([shown, width, height]).toEqual([shown, 20, 40])
        expect([shown, exif, orientation]).toEqual([shown, undefined, undefined])
      }
    }
  })

  test('image buckets remove metadata from animated images and keep all frames', async () => {
    const { data, info } = await plain().raw().toBuffer({ resolveWithObject: true })
    const frames = Buffer.concat([data, Buffer.alloc(data.length)])
    const raw = { width: info.width, height: info.height * 2, channels: info.channels }
    const moving = await sharp(frames, { raw: { ...raw, pageHeight: info.height } })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { name } = await put('spaces', moving)
    const { pages, exif } = await sharp(await stored('spaces', name)).metadata()
    expect([pages, exif]).toEqual([2, undefined])
  })
})
