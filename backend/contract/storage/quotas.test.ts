import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { bytesOf, newName, refusal, sendPieces } from './resumable-client.ts'

const maxBytesPerUser = 100_000
const maxOpenUploadsPerUser = 3

let target: Target
const bucket = `quota-${crypto.randomUUID()}`
const { sending, send, begun, piece, tus } = sendPieces(() => target, bucket)

beforeAll(async () => {
  target = await openTarget({
    storage: { fileSizeLimit: 60_000, maxBytesPerUser, maxOpenUploadsPerUser },
  })
  const service = clientOf(target, target.serviceRoleKey)
  await service.storage.createBucket(bucket, { public: false })
  await target.sql?.unsafe(`create policy "quota test" on storage.objects for all to authenticated
    using (bucket_id = '${bucket}') with check (bucket_id = '${bucket}')`)
})
afterAll(() => target.close())

const full = [413, 'Your account may store 0.1 MB. Please delete files you no longer need']

async function member() {
  const { client } = await signedUp(target)
  const { data } = await client.auth.getSession()
  const files = client.storage.from(bucket)
  const store = (size: number, name = newName()) => files.upload(name, bytesOf(size))
  return { files, store, token: data.session!.access_token }
}

// Requires the tests' own server, because the tests change its storage limits and policies.
describe.runIf(isOwnTarget)('quotas per user', () => {
  test("an upload that exceeds its user's storage quota is rejected and stores nothing", async () => {
    const { files, store } = await member()
    expect((await store(50_000)).error).toBeNull()
    expect((await store(40_000)).error).toBeNull()
    expect((await store(20_000)).error).toMatchObject({ code: 'QuotaExceeded', message: full[1] })
    expect((await files.list()).data).toHaveLength(2)
    expect((await store(10_000)).error).toBeNull()
  })

  test("deleting and replacing files frees part of the user's storage quota", async () => {
    const { files, store } = await member()
    await store(50_000, 'kept.bin')
    await store(50_000, 'deleted.bin')
    expect((await files.upload('kept.bin', bytesOf(40_000), { upsert: true })).error).toBeNull()
    await files.remove(['deleted.bin'])
    expect((await store(60_000)).error).toBeNull()
  })

  test('ten concurrent uploads of a user do not exceed the storage quota', async () => {
    const { store } = await member()
    const uploads = await Promise.all(Array.from({ length: 10 }, () => store(30_000)))
    expect(uploads.filter(({ error }) => !error)).toHaveLength(3)
  })

  test("a copy that exceeds its user's storage quota is rejected", async () => {
    const { files, store } = await member()
    await store(60_000, 'original.bin')
    const { error } = await files.copy('original.bin', 'copy.bin')
    expect(error).toMatchObject({ code: 'QuotaExceeded' })
  })

  test('an upload with a signed upload URL counts toward the quota of the user who signed the URL', async () => {
    const { files, store } = await member()
    await store(60_000)
    const { data } = await files.createSignedUploadUrl('signed.bin')
    const visitor = clientOf(target, target.anonKey).storage.from(bucket)
    const { error } = await visitor.uploadToSignedUrl('signed.bin', data!.token, bytesOf(50_000))
    expect(error).toMatchObject({ code: 'QuotaExceeded' })
  })

  test('a resumable upload reserves its declared size, and completes if it fills the quota exactly', async () => {
    const { store, token } = await member()
    const asMember = { token, options: { chunkSize: 10_000 } }
    await store(40_000)
    const { upload, end } = sending(bytesOf(60_000), newName(), asMember)
    const reserved = new Promise<void>((resolve) => {
      upload.options.onUploadUrlAvailable = () => resolve()
    })
    upload.start()
    await reserved
    expect((await store(10_000)).error).toMatchObject({ code: 'QuotaExceeded' })
    await end
    expect(await refusal(send(bytesOf(1), newName(), asMember))).toEqual(full)
  })

  test('the number of unfinished resumable uploads per user is limited', async () => {
    const { token } = await member()
    const headers = { Authorization: `Bearer ${token}` }
    const begin = () => begun(10, { bucketName: bucket, objectName: newName() }, headers)
    const urls = [await begin(), await begin(), await begin()]
    expect(await refusal(send(bytesOf(10), newName(), { token }))).toEqual([
      429,
      'You have 3 unfinished uploads. Please finish or cancel one of them',
    ])
    await tus({ method: 'DELETE', headers }, urls[0])
    await begin()
    expect((await piece(urls[1]!, bytesOf(10), 0, headers)).status).toBe(204)
    await begin()
  })

  test('uploads by the service role have no quota', async () => {
    for (const _ of [1, 2, 3]) await send(bytesOf(60_000), newName())
    const urls = [1, 2, 3, 4].map(() =>
      begun(60_000, { bucketName: bucket, objectName: newName() }),
    )
    expect(await Promise.all(urls)).toHaveLength(4)
  })
})
