import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { phoneJpeg } from './pictures.ts'
import { bytesOf, encoded, refusal, sendPieces } from './pieces.ts'

let target: Target
const bucket = `pieces-${crypto.randomUUID()}`
const { endpoint, sending, send, tus, begun, piece } = sendPieces(() => target, bucket)

const service = () => clientOf(target, target.serviceRoleKey).storage
const newName = (ending = 'bin') => `${crypto.randomUUID()}.${ending}`

beforeAll(async () => {
  target = await openTarget()
  await service().createBucket(bucket, { public: false, fileSizeLimit: '1mb' })
})
afterAll(() => target.close())

async function stored(name: string, from = bucket): Promise<Buffer> {
  const { data } = await service().from(from).download(name)
  return Buffer.from(data ? await data.arrayBuffer() : new ArrayBuffer())
}

describe('uploads in pieces', () => {
  test('end as objects with all that was said of them', async () => {
    const name = newName()
    const bytes = bytesOf(250_000)
    const upload = await send(bytes, name, {
      metadata: {
        contentType: 'text/x-notes',
        cacheControl: '120',
        metadata: JSON.stringify({ from: 'Ada' }),
      },
    })
    expect(upload.url).toMatch(/\/upload\/resumable\/[0-9a-f-]{36}$/)
    expect(await stored(name)).toEqual(bytes)
    expect((await service().from(bucket).info(name)).data).toMatchObject({
      size: 250_000,
      contentType: 'text/x-notes',
      cacheControl: 'max-age=120',
      metadata: { from: 'Ada' },
    })
  })

  test('an empty file, and one whose length comes last', async () => {
    const [empty, deferred] = [newName(), newName()]
    await send(Buffer.alloc(0), empty)
    expect((await service().from(bucket).info(empty)).data?.size).toBe(0)
    const url = await begun(null, { bucketName: bucket, objectName: deferred })
    const patched = await piece(url, Buffer.from('hello'), 0, { 'Upload-Length': '5' })
    expect(patched.status).toBe(204)
    expect((await stored(deferred)).toString()).toBe('hello')
  })

  test('a photo for a bucket of pictures is normalized like any other', async () => {
    const { user, session } = await signedUp(target)
    const name = newName('jpg')
    const photo = Buffer.from(await (await phoneJpeg()).arrayBuffer())
    const given = { token: session.access_token, bucket: 'spaces' }
    await send(photo, name, { ...given, metadata: { contentType: 'image/jpeg' } })
    const facts = await sharp(await stored(name, 'spaces')).metadata()
    expect(facts).toMatchObject({ width: 600, height: 800 })
    expect(facts.exif).toBeUndefined()
    const owners = await target.sql?.unsafe(
      `select owner::text, owner_id from storage.objects where name = '${name}'`,
    )
    expect(owners?.[0] ?? { owner: user.id, owner_id: user.id }).toEqual({
      owner: user.id,
      owner_id: user.id,
    })
  })

  test('interrupted in the middle of a piece, they go on from there', async () => {
    const name = newName()
    const bytes = bytesOf(400_000)
    const { upload } = sending(bytes, name, {
      options: {
        onChunkComplete: (_, accepted) => {
          if (accepted >= 200_000) void upload.abort()
        },
      },
    })
    upload.start()
    await expect.poll(() => upload.url && offsetOf(upload.url)).toBeGreaterThanOrEqual(200_000)
    const offset = await offsetOf(upload.url!)
    expect(offset).toBeLessThan(400_000)
    expect((await service().from(bucket).exists(name)).data).toBe(false)
    const sent: number[] = []
    await send(bytes, name, {
      options: {
        uploadUrl: upload.url,
        onChunkComplete: (size) => {
          sent.push(size)
        },
      },
    })
    // A piece that was under way may still have counted.
    expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000 - offset)
    expect(await stored(name)).toEqual(bytes)
  })

  test.runIf(isOwnTarget)('another process goes on where one has stopped', async () => {
    const name = newName()
    const bytes = bytesOf(200_000)
    const url = await begun(bytes.length, { bucketName: bucket, objectName: name })
    expect((await piece(url, bytes.subarray(0, 50_000), 0)).status).toBe(204)
    const peer = await target.openPeer!()
    const there = url.replace(target.url, peer.url)
    expect(await offsetOf(there)).toBe(50_000)
    expect((await piece(there, bytes.subarray(50_000, 120_000), 50_000)).status).toBe(204)
    expect((await piece(url, bytes.subarray(50_000), 50_000)).status).toBe(409)
    expect((await piece(url, bytes.subarray(120_000), 120_000)).status).toBe(204)
    await peer.close()
    expect(await stored(name)).toEqual(bytes)
    // Whoever lost the last answer asks once more.
    expect(await offsetOf(url)).toBe(200_000)
  })

  test.runIf(isOwnTarget)('expire after a day', async () => {
    const url = await begun(10, { bucketName: bucket, objectName: newName() })
    const id = url.slice(-36)
    await target.sql!`
      update storage_internal.uploads set created_at = now() - interval '25 hours'
      where id = ${id}`
    expect((await tus({ method: 'HEAD' }, url)).status).toBe(410)
    expect((await piece(url, Buffer.from('late'), 0)).status).toBe(410)
  })

  test('two writers at once make one whole object', async () => {
    const name = newName()
    const bytes = bytesOf(600_000)
    const { upload, end } = sending(bytes, name, { options: { retryDelays: [50, 100, 200, 400] } })
    upload.start()
    await expect.poll(() => upload.url).toBeTruthy()
    const other = sending(bytes, name, {
      options: { uploadUrl: upload.url, retryDelays: [50, 100, 200, 400] },
    })
    other.upload.start()
    await Promise.allSettled([end, other.end])
    expect(await stored(name)).toEqual(bytes)
  })

  test('are given up by their sender, and by nobody else', async () => {
    const { session } = await signedUp(target)
    const name = newName('jpg')
    const created = await tus({
      method: 'POST',
      headers: {
        Authorization: `Bearer ${session.access_token}`,
        'Upload-Length': '10',
        'Upload-Metadata': encoded({ bucketName: 'spaces', objectName: name }),
      },
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('upload-expires')).toBeTruthy()
    expect(created.headers.get('access-control-expose-headers')).toContain('Upload-Offset')
    const url = new URL(created.headers.get('location')!, target.url).href
    const stranger = (await signedUp(target)).session.access_token
    for (const method of ['HEAD', 'DELETE', 'PATCH']) {
      const headers = {
        Authorization: `Bearer ${stranger}`,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      }
      const answer = await tus({ method, headers, ...(method === 'PATCH' && { body: 'x' }) }, url)
      expect([method, answer.status]).toEqual([method, 403])
    }
    const mine = { Authorization: `Bearer ${session.access_token}` }
    expect((await tus({ method: 'DELETE', headers: mine }, url)).status).toBe(204)
    expect((await tus({ method: 'HEAD', headers: mine }, url)).status).toBe(404)
  })

  async function offsetOf(url: string): Promise<number> {
    const answer = await tus({ method: 'HEAD' }, url)
    return Number(answer.headers.get('upload-offset'))
  }
})

describe('refused before a byte is taken', () => {
  test('whoever may not upload, a bucket that is not there, and a path that is none', async () => {
    const anonymous = { token: target.anonKey, bucket: 'spaces' }
    expect(await refusal(send(bytesOf(9), newName('jpg'), anonymous))).toEqual([
      403,
      'new row violates row-level security policy',
    ])
    expect(await refusal(send(bytesOf(9), newName(), { bucket: 'nowhere' }))).toEqual([
      404,
      'Bucket not found',
    ])
    expect(await refusal(send(bytesOf(9), '../up'))).toEqual([400, 'Invalid key: ../up'])
    expect((await refusal(send(bytesOf(9), newName(), { token: 'nonsense' })))[0]).toBe(400)
  })

  test('a type the bucket does not take, and more than it takes', async () => {
    const text = { bucket: 'spaces', metadata: { contentType: 'text/plain' } }
    expect(await refusal(send(bytesOf(9), newName(), text))).toEqual([
      415,
      'mime type text/plain is not supported',
    ])
    expect((await refusal(send(bytesOf(1_100_000), newName())))[0]).toBe(413)
  })

  test('a name that is taken, unless it is to be replaced', async () => {
    const name = newName()
    await send(bytesOf(9), name)
    expect(await refusal(send(bytesOf(10), name))).toEqual([409, 'The resource already exists'])
    const upsert = { Authorization: `Bearer ${target.serviceRoleKey}`, 'x-upsert': 'true' }
    await send(bytesOf(11), name, { options: { headers: upsert } })
    expect(await stored(name)).toHaveLength(11)
  })
})

describe('refused at the end', () => {
  test('what is no picture, and leaves nothing', async () => {
    const name = newName('jpg')
    const given = { bucket: 'spaces', metadata: { contentType: 'image/jpeg' } }
    const { upload, end } = sending(Buffer.from('<script>'.repeat(40)), name, given)
    upload.start()
    expect(await refusal(end)).toEqual([415, 'mime type text/plain is not supported'])
    expect((await service().from('spaces').exists(name)).data).toBe(false)
    expect((await tus({ method: 'HEAD' }, upload.url!)).status).toBe(404)
  })

  test('more than the bucket takes, by a sender who did not say how much', async () => {
    const url = await begun(null, { bucketName: bucket, objectName: newName() })
    const answer = await piece(url, bytesOf(1_100_000), 0)
    expect(answer.status).toBe(413)
  })

  test.runIf(isOwnTarget)('whoever may no longer upload by then', async () => {
    const { session, user } = await signedUp(target)
    const name = newName('jpg')
    const photo = Buffer.from(await (await phoneJpeg()).arrayBuffer())
    const token = { Authorization: `Bearer ${session.access_token}` }
    const url = await begun(photo.length, { bucketName: 'spaces', objectName: name }, token)
    const last = photo.length - 1
    expect((await piece(url, photo.subarray(0, last), 0, token)).status).toBe(204)
    await target.sql!.unsafe(`create policy withdrawn on storage.objects as restrictive
      for insert to authenticated with check (owner_id <> '${user.id}')`)
    expect((await piece(url, photo.subarray(last), last, token)).status).toBe(403)
    expect((await tus({ method: 'HEAD', headers: token }, url)).status).toBe(404)
    expect((await service().from('spaces').exists(name)).data).toBe(false)
    await target.sql!`drop policy withdrawn on storage.objects`
  })
})

describe('by a signed URL', () => {
  test('somebody else sends the pieces, to that place only', async () => {
    const name = newName()
    const { data } = await service().from(bucket).createSignedUploadUrl(name)
    const options = {
      endpoint: `${endpoint()}/sign`,
      headers: { 'x-signature': data!.token, apikey: target.anonKey },
    }
    const upload = await send(bytesOf(150_000), name, { options })
    expect(upload.url).toContain('/upload/resumable/sign/')
    expect(await stored(name)).toEqual(bytesOf(150_000))
    expect((await refusal(send(bytesOf(9), newName(), { options })))[0]).toBe(400)
    const unsigned = { ...options, headers: {} }
    expect((await refusal(send(bytesOf(9), name, { options: unsigned })))[0]).toBe(400)
  })
})
