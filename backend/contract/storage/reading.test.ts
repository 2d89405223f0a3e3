import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'
import { jpegOf } from './pictures.ts'

let target: Target
let publicUrl: string
const hidden = `hidden-${crypto.randomUUID()}`
const name = `rooms/${crypto.randomUUID()}.jpg`

const service = () => clientOf(target, target.serviceRoleKey).storage

beforeAll(async () => {
  target = await openTarget()
  await service()
    .from('spaces')
    .upload(name, await jpegOf(1200, 800), { cacheControl: '60' })
  publicUrl = service().from('spaces').getPublicUrl(name).data.publicUrl
  await service().createBucket(hidden, { public: false })
  await service()
    .from(hidden)
    .upload('letters/a.txt', 'dear reader', {
      contentType: 'text/plain',
      metadata: { from: 'Ada' },
    })
})
afterAll(() => target.close())

describe('public URLs', () => {
  test('a public object is served with its content type, cache validators and security headers', async () => {
    const response = await fetch(publicUrl)
    const bytes = await response.arrayBuffer()
    expect(response.status).toBe(200)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.byteLength),
      'cache-control': 'max-age=60',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'access-control-allow-origin': '*',
    })
    const head = await fetch(publicUrl, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(headers['content-length'])
    expect(await head.text()).toBe('')

    const { etag, 'last-modified': lastModified } = headers as Record<string, string>
    for (const [name, value] of [
      ['If-None-Match', etag!],
      ['If-None-Match', `"other", W/${etag}`],
      ['If-Modified-Since', lastModified!],
    ] as const) {
      expect((await fetch(publicUrl, { headers: { [name]: value } })).status).toBe(304)
    }
    const changed = await fetch(publicUrl, { headers: { 'If-None-Match': '"other"' } })
    expect(changed.status).toBe(200)
  })

  test('a public object supports range requests', async () => {
    const whole = Buffer.from(await (await fetch(publicUrl)).arrayBuffer())
    const size = whole.length
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=5-', 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=0-${size * 2}`, 0, size - 1],
    ] as const) {
      const part = await fetch(publicUrl, { headers: { Range: range } })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(start, end + 1))
    }
    const beyond = await fetch(publicUrl, { headers: { Range: `bytes=${size}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test('a public object is downloaded under the requested file name', async () => {
    const { data } = service().from('spaces').getPublicUrl(name, { download: 'Loft "A"\n.jpg' })
    const response = await fetch(data.publicUrl)
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Loft%20%22A%22%0A.jpg",
    )
  })

  test('the public URL of a missing object or a private bucket returns a body with statusCode 404', async () => {
    for (const [path, error, message] of [
      [`spaces/${name}x`, 'not_found', 'Object not found'],
      [`${hidden}/letters/a.txt`, 'Bucket not found', 'Bucket not found'],
      ['nowhere/a.jpg', 'Bucket not found', 'Bucket not found'],
    ]) {
      const response = await fetch(`${target.url}/storage/v1/object/public/${path}`)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { statusCode: '404', error, message },
      ])
    }
  })
})

describe('image variants', () => {
  const render = (query: string, accept = 'image/webp,*/*') =>
    fetch(`${publicUrl.replace('/object/', '/render/image/')}?${query}`, {
      headers: { Accept: accept },
    })
  const factsOf = async (response: Response) =>
    sharp(Buffer.from(await response.arrayBuffer())).metadata()

  test('an image variant is WebP if the browser accepts WebP, and otherwise has the stored format', async () => {
    const webp = await render('width=320')
    expect(webp.headers.get('content-type')).toBe('image/webp')
    expect(webp.headers.get('vary')).toMatch(/accept/i)
    expect(await factsOf(webp)).toMatchObject({ format: 'webp', width: 320, height: 213 })
    const jpeg = await render('width=320', 'image/png')
    expect(await factsOf(jpeg)).toMatchObject({ format: 'jpeg', width: 320 })
    const origin = await render('width=320&format=origin')
    expect(origin.headers.get('content-type')).toBe('image/jpeg')
  })

  test('an image variant supports the resize modes cover, contain and fill, and is never larger than the image', async () => {
    expect(await factsOf(await render('width=200&height=200'))).toMatchObject({
      width: 200,
      height: 200,
    })
    expect(await factsOf(await render('width=200&height=200&resize=contain'))).toMatchObject({
      width: 200,
      height: 133,
    })
    expect(await factsOf(await render('width=200&height=50&resize=fill'))).toMatchObject({
      width: 200,
      height: 50,
    })
    expect(await factsOf(await render('width=2000'))).toMatchObject({ width: 1200 })
  })

  test('repeated requests for an image variant return the same bytes and ETag', async () => {
    const first = await render('width=300&quality=50')
    const again = await render('width=300&quality=50')
    expect(Buffer.from(await again.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()))
    const etag = first.headers.get('etag')!
    const url = `${publicUrl.replace('/object/', '/render/image/')}?width=300&quality=50`
    const headers = { Accept: 'image/webp,*/*', 'If-None-Match': etag }
    expect((await fetch(url, { headers })).status).toBe(304)
  })

  test.each(['width=0', 'width=2501', 'width=x', 'height=-1', 'quality=101', 'resize=zoom'])(
    'an image variant with the invalid parameter %s is rejected',
    async (query) => {
      expect((await render(query)).status).toBe(400)
    },
  )
})

describe('private buckets', () => {
  test('without policies, only the service role can read an object in a private bucket', async () => {
    const { data } = await service().from(hidden).download('letters/a.txt')
    expect(await data?.text()).toBe('dear reader')
    const { client } = await signedUp(target)
    for (const { storage } of [client, clientOf(target)]) {
      expect((await storage.from(hidden).download('letters/a.txt')).error).toBeTruthy()
      expect((await storage.from(hidden).info('letters/a.txt')).error).toBeTruthy()
      expect((await storage.from(hidden).list('letters')).data).toEqual([])
      const signed = await storage.from(hidden).createSignedUrl('letters/a.txt', 60)
      expect(signed.error).toMatchObject({ statusCode: '404' })
    }
  })

  test('the info endpoint returns the metadata of an object in a private bucket', async () => {
    const { data } = await service().from(hidden).info('letters/a.txt')
    expect(data).toMatchObject({
      name: 'letters/a.txt',
      bucketId: hidden,
      size: 11,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      metadata: { from: 'Ada' },
    })
    expect((await service().from(hidden).exists('letters/a.txt')).data).toBe(true)
    expect((await service().from(hidden).exists('letters/b.txt')).data).toBe(false)
  })

  test('a signed URL gives only read access, and only to one object of a private bucket', async () => {
    const files = service().from(hidden)
    const { data } = await files.createSignedUrl('letters/a.txt', 60)
    expect(await (await fetch(data!.signedUrl)).text()).toBe('dear reader')
    const other = data!.signedUrl.replace('letters/a.txt', 'letters/b.txt')
    expect(await (await fetch(other)).json()).toMatchObject({ error: 'InvalidSignature' })
    const user = (await signedUp(target)).session.access_token
    const forged = data!.signedUrl.replace(/token=.*/, `token=${user}`)
    expect(await (await fetch(forged)).json()).toMatchObject({ error: 'InvalidSignature' })
    const upload = await fetch(data!.signedUrl.replace('/sign/', '/upload/sign/'), {
      method: 'PUT',
      body: 'mine now',
    })
    expect(await upload.json()).toMatchObject({ error: 'InvalidSignature' })

    const { data: many } = await files.createSignedUrls(['letters/a.txt', 'letters/b.txt'], 60)
    expect(many?.map(({ error }) => error === null)).toEqual([true, false])
  })
})
