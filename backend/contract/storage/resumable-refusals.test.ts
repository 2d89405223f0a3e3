import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { phoneJpeg } from './pictures.ts'
import { bytesOf, newName, refusal, sendPieces } from './resumable-client.ts'

let target: Target
const bucket = `pieces-${crypto.randomUUID()}`
const { sending, send, tus, begun, piece, stored } = sendPieces(() => target, bucket)

const service = () => clientOf(target, target.serviceRoleKey).storage

beforeAll(async () => {
  target = await openTarget()
  await service().createBucket(bucket, { public: false, fileSizeLimit: '1mb' })
})
afterAll(() => target.close())

describe('resumable uploads rejected at the first request', () => {
  test('a resumable upload is rejected without permission, for a missing bucket and for an invalid path', async () => {
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

  test('a resumable upload of a forbidden type or above the size limit is rejected before any byte is sent', async () => {
    const text = { bucket: 'spaces', metadata: { contentType: 'text/plain' } }
    expect(await refusal(send(bytesOf(9), newName(), text))).toEqual([
      415,
      'mime type text/plain is not supported',
    ])
    expect((await refusal(send(bytesOf(1_100_000), newName())))[0]).toBe(413)
  })

  test('a resumable upload to an existing object name is rejected without x-upsert', async () => {
    const name = newName()
    await send(bytesOf(9), name)
    expect(await refusal(send(bytesOf(10), name))).toEqual([409, 'The resource already exists'])
    const upsert = { Authorization: `Bearer ${target.serviceRoleKey}`, 'x-upsert': 'true' }
    await send(bytesOf(11), name, { options: { headers: upsert } })
    expect(await stored(name)).toHaveLength(11)
  })
})

describe('resumable uploads rejected at the last request', () => {
  test('an image bucket rejects a completed resumable upload that is not an image, and stores nothing', async () => {
    const name = newName('jpg')
    const given = { bucket: 'spaces', metadata: { contentType: 'image/jpeg' } }
    const { upload, end } = sending(Buffer.from('<script>'.repeat(40)), name, given)
    upload.start()
    expect(await refusal(end)).toEqual([415, 'mime type text/plain is not supported'])
    expect((await service().from('spaces').exists(name)).data).toBe(false)
    expect((await tus({ method: 'HEAD' }, upload.url!)).status).toBe(404)
  })

  test('a resumable upload of undeclared length is rejected once its content exceeds the size limit', async () => {
    const url = await begun(null, { bucketName: bucket, objectName: newName() })
    const answer = await piece(url, bytesOf(1_100_000), 0)
    expect(answer.status).toBe(413)
  })

  test.runIf(isOwnTarget)(
    'the last request of a resumable upload is rejected if the user lost permission during the upload',
    async () => {
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
    },
  )
})
