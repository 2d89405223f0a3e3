import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { phoneJpeg } from './pictures.ts'
import { bytesOf, encoded, newName, refusal, sendPieces } from './resumable-client.ts'

let target: Target
const bucket = `pieces-${crypto.randomUUID()}`
const { endpoint, sending, send, tus, begun, piece, stored } = sendPieces(() => target, bucket)

const service = () => clientOf(target, target.serviceRoleKey).storage

beforeAll(async () => {
  target = await openTarget()
  await service().createBucket(bucket, { public: false, fileSizeLimit: '1mb' })
})
afterAll(() => target.close())

describe('resumable uploads', () => {
  test('a resumable upload creates an object with all metadata declared by the client', async () => {
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

  test('a resumable upload may be empty, and may declare its length only in the last request', async () => {
    const [empty, deferred] = [newName(), newName()]
    await send(Buffer.alloc(0), empty)
    expect((await service().from(bucket).info(empty)).data?.size).toBe(0)
    const url = await begun(null, { bucketName: bucket, objectName: deferred })
    const patched = await piece(url, Buffer.from('hello'), 0, { 'Upload-Length': '5' })
    expect(patched.status).toBe(204)
    expect((await stored(deferred)).toString()).toBe('hello')
  })

  test('a photo uploaded to an image bucket with a resumable upload is normalized', async () => {
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

  test('a resumable upload that is interrupted in the middle of a chunk resumes after the last stored byte', async () => {
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
    // The client sends fewer bytes if the server has stored part of the interrupted chunk.
    expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000 - offset)
    expect(await stored(name)).toEqual(bytes)
  })

  test.runIf(isOwnTarget)('a resumable upload can be continued on another process', async () => {
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
    // Simulates a client that lost the last response and asks for the offset with a HEAD request.
    expect(await offsetOf(url)).toBe(200_000)
  })

  test.runIf(isOwnTarget)('a resumable upload expires after one day', async () => {
    const url = await begun(10, { bucketName: bucket, objectName: newName() })
    const id = url.slice(-36)
    await target.sql!`
      update storage_internal.uploads set created_at = now() - interval '25 hours'
      where id = ${id}`
    expect((await tus({ method: 'HEAD' }, url)).status).toBe(410)
    expect((await piece(url, Buffer.from('late'), 0)).status).toBe(410)
  })

  test('two clients that send the same resumable upload concurrently create one complete object', async () => {
    const name = newName()
    const bytes = bytesOf(600_000)
    // The second client gets the upload's lock when the first client releases it.
    const retryDelays = Array.from({ length: 100 }, () => 50)
    const { upload, end } = sending(bytes, name, { options: { retryDelays } })
    upload.start()
    await expect.poll(() => upload.url).toBeTruthy()
    const other = sending(bytes, name, {
      options: { uploadUrl: upload.url, retryDelays },
    })
    other.upload.start()
    await Promise.allSettled([end, other.end])
    expect(await stored(name)).toEqual(bytes)
  })

  test('other users can neither inspect, continue nor cancel a resumable upload, and its creator can cancel it', async () => {
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

describe('signed resumable uploads', () => {
  test('the holder of a signed upload URL can create a resumable upload only for the signed path', async () => {
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
