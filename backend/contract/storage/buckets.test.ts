import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const service = () => clientOf(target, target.serviceRoleKey).storage
const newName = () => `bucket-${crypto.randomUUID()}`

describe('buckets', () => {
  test('the storage client creates, reads, updates, empties and deletes a bucket', async () => {
    const name = newName()
    const created = await service().createBucket(name, {
      public: false,
      fileSizeLimit: '2kb',
      allowedMimeTypes: ['text/plain'],
    })
    expect(created.data).toEqual({ name })
    expect((await service().getBucket(name)).data).toMatchObject({
      id: name,
      name,
      public: false,
      file_size_limit: 2048,
      allowed_mime_types: ['text/plain'],
    })
    await service().updateBucket(name, { public: true, fileSizeLimit: 100 })
    expect((await service().getBucket(name)).data).toMatchObject({
      public: true,
      file_size_limit: 100,
      allowed_mime_types: null,
    })
    expect((await service().listBuckets()).data?.map(({ id }) => id)).toContain(name)

    await service().from(name).upload('a.txt', 'hello')
    expect((await service().deleteBucket(name)).error).toMatchObject({ statusCode: '409' })
    expect((await service().emptyBucket(name)).error).toBeNull()
    expect((await service().deleteBucket(name)).error).toBeNull()
    expect((await service().getBucket(name)).error).toMatchObject({
      status: 400,
      statusCode: '404',
      message: 'Bucket not found',
    })
  })

  test('listing buckets supports search, sorting by name or time, and paging', async () => {
    const mark = crypto.randomUUID()
    const all = ['c', 'a', 'b'].map((letter) => `${letter}-${mark}`)
    for (const name of all) await service().createBucket(name)
    const list = async (options: Parameters<ReturnType<typeof service>['listBuckets']>[0]) =>
      (await service().listBuckets({ search: mark, ...options })).data?.map(({ id }) => id)
    expect(await list({})).toEqual(all.toSorted())
    expect(await list({ sortColumn: 'created_at', sortOrder: 'desc' })).toEqual(all.toReversed())
    expect(await list({ limit: 1, offset: 1 })).toEqual([all[2]])
  })

  test('a bucket reports its owner and the type STANDARD', async () => {
    const name = newName()
    await service().createBucket(name)
    const { data } = await service().getBucket(name)
    expect(data).toMatchObject({ type: 'STANDARD', owner: '', public: false })
  })

  test('creating a bucket with an existing or invalid name is rejected', async () => {
    const name = newName()
    await service().createBucket(name)
    expect((await service().createBucket(name)).error).toMatchObject({ statusCode: '409' })
    for (const bad of ['a/b', '', 'x'.repeat(101), 'ü', ' a']) {
      expect((await service().createBucket(bad)).error).toMatchObject({ status: 400 })
    }
    const heavy = { public: false, fileSizeLimit: '1 ton' }
    expect((await service().createBucket(newName(), heavy)).error).toMatchObject({ status: 400 })
  })

  test('only the service role can create, update and delete buckets by default', async () => {
    const name = newName()
    await service().createBucket(name)
    const { client } = await signedUp(target)
    for (const { storage } of [client, clientOf(target)]) {
      expect((await storage.createBucket(newName())).error).toMatchObject({ statusCode: '403' })
      expect((await storage.updateBucket(name, { public: true })).error).toBeTruthy()
      expect((await storage.emptyBucket(name)).error).toBeTruthy()
      expect((await storage.deleteBucket(name)).error).toBeTruthy()
      expect((await storage.getBucket(name)).error).toMatchObject({ statusCode: '404' })
    }
    expect((await service().getBucket(name)).data?.public).toBe(false)
  })
})
