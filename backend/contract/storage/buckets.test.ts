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
  test('the storage client can create, read, update, empty and delete a bucket', async () => {
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
      file_size_limit: 2000,
      allowed_mime_types: ['text/plain'],
    })
    await service().updateBucket(name, { public: true, fileSizeLimit: 100 })
    expect((await service().getBucket(name)).data).toMatchObject({
      public: true,
      file_size_limit: 100,
      allowed_mime_types: ['text/plain'],
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

  test('listing buckets supports search, sorting by name or time, and pages', async () => {
    const mark = crypto.randomUUID()
    const all = ['c', 'a', 'b'].map((letter) => `${letter}-${mark}`)
    for (const name of all) await service().createBucket(name)
    const list = async (options: Parameters<ReturnType<typeof service>['listBuckets']>[0]) =>
      (await service().listBuckets({ search: mark, ...options })).data?.map(({ id }) => id)
    expect(await list({})).toEqual(all.toSorted())
    expect(await list({ sortColumn: 'created_at', sortOrder: 'desc' })).toEqual(all.toReversed())
    expect(await list({ limit: 1, offset: 1 })).toEqual([all[2]])
  })

  test('getBucket returns the type STANDARD and, for a bucket of the service role, an empty owner', async () => {
    const name = newName()
    await service().createBucket(name)
    const { data } = await service().getBucket(name)
    expect(data).toMatchObject({ type: 'STANDARD', owner: '', public: false })
  })

  test('creating a bucket with an existing or invalid name or an invalid size limit is rejected', async () => {
    const name = newName()
    await service().createBucket(name)
    expect((await service().createBucket(name)).error).toMatchObject({ statusCode: '409' })
    for (const bad of ['a/b', '', 'x'.repeat(101), 'ü', ' a']) {
      expect((await service().createBucket(bad)).error).toMatchObject({ status: 400 })
    }
    const heavy = { public: false, fileSizeLimit: '1 ton' }
    expect((await service().createBucket(newName(), heavy)).error).toMatchObject({ status: 400 })
  })

  test('without policies, only the service role can create, update and delete buckets', async () => {
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

  test('PUT /bucket/{id} changes only the settings in its body, and null removes a limit', async () => {
    const name = newName()
    const limits = { file_size_limit: 5000, allowed_mime_types: ['image/*'] }
    await service().createBucket(name, {
      public: true,
      fileSizeLimit: limits.file_size_limit,
      allowedMimeTypes: limits.allowed_mime_types,
    })
    const settingsAfter = async (change: object) => {
      const response = await fetch(`${target.url}/storage/v1/bucket/${name}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${target.serviceRoleKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(change),
      })
      expect(response.status).toBe(200)
      return (await service().getBucket(name)).data
    }
    expect(await settingsAfter({ public: false })).toMatchObject({ ...limits, public: false })
    expect(await settingsAfter({})).toMatchObject({ ...limits, public: false })
    expect(await settingsAfter({ allowed_mime_types: null })).toMatchObject({
      file_size_limit: 5000,
      allowed_mime_types: null,
    })
    expect(await settingsAfter({ file_size_limit: null, public: null })).toMatchObject({
      file_size_limit: null,
      public: false,
    })
  })

  test.each([
    ['20mb', 20_000_000],
    ['1.5GB', 1_500_000_000],
    ['30kb', 30_000],
    ['3b', 3],
    ['2MiB', 2_097_152],
    [1234, 1234],
  ])(
    'a bucket with the size limit %s gets a file_size_limit of %i bytes',
    async (fileSizeLimit, bytes) => {
      const name = newName()
      expect(
        (await service().createBucket(name, { public: false, fileSizeLimit })).error,
      ).toBeNull()
      expect((await service().getBucket(name)).data?.file_size_limit).toBe(bytes)
    },
  )

  test.each([
    ['GET', 'bucket'],
    ['GET', 'bucket/spaces'],
    ['POST', 'bucket'],
    ['PUT', 'bucket/spaces'],
    ['DELETE', 'bucket/spaces'],
    ['POST', 'bucket/spaces/empty'],
    ['POST', 'object/list/spaces'],
    ['POST', 'object/list-v2/spaces'],
    ['POST', 'object/move'],
    ['POST', 'object/copy'],
    ['POST', 'object/sign/spaces'],
    ['POST', 'object/upload/sign/spaces/a.jpg'],
    ['POST', 'object/spaces/a.jpg'],
    ['DELETE', 'object/spaces'],
    ['GET', 'object/authenticated/spaces/a.jpg'],
    ['POST', 'upload/resumable'],
  ])(
    '%s /storage/v1/%s without a token returns 400 instead of an empty result',
    async (method, path) => {
      const response = await fetch(`${target.url}/storage/v1/${path}`, {
        method,
        ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { message: "headers must have required property 'authorization'", code: 'InvalidRequest' },
      ])
    },
  )
})
