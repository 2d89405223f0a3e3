import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openTarget, type Target } from '../target.ts'
import { plain } from './hostile-bytes.ts'
import { putInto } from './put-object.ts'

let target: Target
const anything = `anything-${crypto.randomUUID()}`

beforeAll(async () => {
  target = await openTarget()
  await clientOf(target, target.serviceRoleKey).storage.createBucket(anything)
})
afterAll(() => target.close())

const headers = () => ({ Authorization: `Bearer ${target.serviceRoleKey}` })
const at = (path: string) => `${target.url}/storage/v1/${path}`

const put = (bucket: string, bytes: Buffer, type?: string) => putInto(target, bucket, bytes, type)

const draw = (name: string, query: string, accept = 'image/webp') =>
  fetch(at(`render/image/authenticated/${anything}/${name}?${query}`), {
    headers: { ...headers(), Accept: accept },
  })

async function fileCount(): Promise<number> {
  if (!target.storageDir) return 0
  const entries = await readdir(target.storageDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('renders')).length
}

describe('files that are not images', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'
  const entity = `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg}`
  const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mif1`, 'latin1')

  test('image buckets reject a file that is not a supported image, even if its Content-Type is image/jpeg', async () => {
    const before = await fileCount()
    for (const [what, bytes] of Object.entries({
      'SVG with script': Buffer.from(svg),
      'SVG with an entity': Buffer.from(entity),
      'SVG behind a long comment': Buffer.from(`<!--${' '.repeat(900)}-->${svg}`),
      'SVG in UTF-16': Buffer.from(`\ufeff${svg}`, 'utf16le'),
      'SVG, packed': Buffer.from('1f8b0800', 'hex'),
      'page before a picture': Buffer.concat([
        Buffer.from('<html>'),
        await plain().png().toBuffer(),
      ]),
      'PDF and ZIP': Buffer.from('%PDF-1.7\nPK\x03\x04'),
      ZIP: Buffer.from('PK\x03\x04\0\0'),
      TIFF: await plain().tiff().toBuffer(),
      BMP: Buffer.from('BM\0\0\0\0'),
      HEIC: box('heic'),
      'film of HEIC': box('hevc'),
      'JPEG XL': Buffer.from([0xff, 0x0a, 0, 0]),
      'beginning of a JPEG': Buffer.from([0xff, 0xd8, 0xff]),
      'beginning of an AVIF': box('avif'),
    })) {
      const { status, statusCode } = await put('spaces', bytes, 'image/jpeg')
      expect([what, status, statusCode]).toEqual([what, 400, '415'])
    }
    expect(await fileCount()).toBe(before)
  })

  test('a file that is not an image is served with nosniff and a sandbox policy, and is never rendered', async () => {
    for (const [type, text] of [
      ['image/svg+xml', entity],
      ['text/html', '<script>1</script>'],
      ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
      ['text/javascript', 'alert(1)'],
      ['text/html; charset=utf-7', '+ADw-script+AD4-'],
    ] as const) {
      const { name } = await put(anything, Buffer.from(text), type)
      const answer = await fetch(at(`object/authenticated/${anything}/${name}`), {
        headers: headers(),
      })
      expect(await answer.text()).toBe(text)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      expect((await draw(name, 'width=20')).status).toBe(400)
      // Copies the file with a request that declares an image type.
      const copy = crypto.randomUUID()
      const place = { bucketId: anything, sourceKey: name, destinationKey: copy }
      const copied = await fetch(at('object/copy'), {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify({
          ...place,
          copyMetadata: false,
          metadata: { mimetype: 'image/png' },
        }),
      })
      expect(copied.status).toBe(200)
      expect([type, (await draw(copy, 'width=20')).status]).toEqual([type, 400])
    }
  })
})

test('a bucket that allows SVG stores it, but the server never renders it or serves it as a page', async () => {
  const { storage } = clientOf(target, target.serviceRoleKey)
  for (const allowed of ['image/svg+xml', 'image/*']) {
    const drawings = `drawings-${crypto.randomUUID()}`
    await storage.createBucket(drawings, { public: true, allowedMimeTypes: [allowed] })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    const { name, status } = await put(drawings, Buffer.from(svg), 'image/svg+xml')
    expect(status).toBe(200)
    const answer = await fetch(at(`object/public/${drawings}/${name}`))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect((await fetch(at(`render/image/public/${drawings}/${name}?width=9`))).status).toBe(400)
    const there = { destinationBucket: 'spaces' }
    for (const { error } of [
      await storage.from(drawings).copy(name, name, there),
      await storage.from(drawings).move(name, name, there),
    ]) {
      expect(error).toMatchObject({ statusCode: '415' })
    }
  }
})

test('the Content-Type of a rendered image variant matches its bytes, whatever its size and format', async () => {
  const wide = { create: { width: 20_000, height: 2, channels: 3, background: '#fff' } } as const
  const long = await put(anything, await sharp(wide).png().toBuffer())
  const avif = await put(anything, await plain().avif({ effort: 0 }).toBuffer(), 'image/avif')
  for (const [name, query, accept] of [
    [long.name, '', 'image/webp'],
    [long.name, 'height=2', 'image/webp'],
    [avif.name, 'width=20', 'image/png'],
    [avif.name, 'format=origin', 'image/webp'],
  ] as const) {
    const drawn = await draw(name, query, accept)
    expect(drawn.status).toBe(200)
    const { format } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
    expect(drawn.headers.get('content-type')).toBe(`image/${format}`)
  }
})
