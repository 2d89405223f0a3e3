import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { createContext } from '#backend/context.ts'
import { Tokens } from '#backend/platform/jwt.ts'
import type { ObjectStore, PartialUploads } from '#backend/storage/object-store/object-store.ts'
import { openObjectStore } from '#backend/storage/object-store/open-object-store.ts'
import { createStorage } from '#backend/storage/storage.ts'
import { createStorageContext, type StorageContext } from '#backend/storage/context.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { createS3Sandbox, type S3Sandbox } from '@hourspace/sandbox/s3/server.ts'
import { deleteStaleVersions } from './delete-stale-versions.ts'
import { deleteOrphans, deleteExpiredUploads } from './cleanup.ts'

const secret = 'a secret of this test, forty letters long'
const authorization = `Bearer ${new Tokens(secret).sign({ role: 'service_role' })}`
const inAnHour = () => new Date(Date.now() + 3_600_000)

describe.each(['disk', 's3'] as const)('object store %s', (location) => {
  const dir = mkdtempSync(join(tmpdir(), 'crash-'))
  let database: TestDatabase
  let sandbox: S3Sandbox | undefined
  let context: StorageContext
  const errors: string[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    if (location === 's3') sandbox = await createS3Sandbox({ dir: join(dir, 's3') })
    const backend = createContext(
      parseConfig({
        databaseUrl: database.url,
        siteUrl: 'http://localhost',
        jwtSecret: secret,
        anonKey: '-',
        serviceRoleKey: '-',
        storageDir: dir,
        logLevel: 'silent',
        onError: (message) => errors.push(message),
        storage: { s3: sandbox ? { ...sandbox, forcePathStyle: true } : null },
      }),
    )
    const store = await openObjectStore(dir, backend.config.storage.s3)
    context = createStorageContext(backend, store)
    await database.sql`
      insert into storage.buckets (id, name, allowed_mime_types)
      values ('any', 'any', null), ('pictures', 'pictures', '{image/png}')`
  })
  afterAll(async () => {
    await context.database.close()
    await database.drop()
    await sandbox?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Sends a request to a process that crashes at `fault`, if given. */
  async function ask(
    request: { method: string; path: string; body?: BodyInit; headers?: Record<string, string> },
    fault?: Fault,
  ): Promise<Response> {
    const { app } = createStorage(context, fault ? crashingAt(context.store, fault) : context.store)
    return app.request(request.path, {
      method: request.method,
      headers: { Authorization: authorization, 'Content-Type': 'text/plain', ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
    })
  }

  const put = (name: string, body: BodyInit, fault?: Fault) =>
    ask({ method: 'PUT', path: `/object/any/${name}`, body }, fault)
  const post = (path: string, body: object, fault?: Fault) =>
    ask({ method: 'POST', path, body: JSON.stringify(body) }, fault)

  const versions = async () =>
    (await database.sql<{ version: string }[]>`select version from storage.objects`).map(
      ({ version }) => version,
    )

  /** Lists the versions in the object store, whether or not a row refers to them. */
  async function kept(): Promise<string[]> {
    const all: string[] = []
    for await (const batch of context.store.list()) all.push(...batch.map(({ version }) => version))
    return all
  }

  /** Checks that every object row has content and that the cleanup deletes all other content. */
  async function expectAgreement(): Promise<void> {
    for (const version of await versions())
      expect(await context.store.sizeOf(version)).not.toBeNull()
    await deleteStaleVersions(context)
    await deleteExpiredUploads(context, inAnHour())
    await deleteOrphans(context, inAnHour())
    expect((await kept()).toSorted()).toEqual((await versions()).toSorted())
    const notes = await database.sql`
      select version from storage_internal.stale_versions
      union all select id::text from storage_internal.uploads`
    expect(notes).toHaveLength(0)
  }

  // Most tests run only on disk, because the S3 store takes the same steps as the disk store.
  const isOnDisk = location === 'disk'

  test.runIf(isOnDisk).each<Fault>([
    { step: 'publish', when: 'before' },
    { step: 'publish', when: 'after' },
  ])('an upload of a new object that crashes $when $step leaves no object', async (fault) => {
    const name = crypto.randomUUID()
    await put(name, 'text', fault)
    expect((await ask({ method: 'GET', path: `/object/any/${name}` })).status).toBe(400)
    await expectAgreement()
  })

  test.each<Fault & { left: string }>([
    { step: 'publish', when: 'before', left: 'old' },
    { step: 'publish', when: 'after', left: 'old' },
    { step: 'remove', when: 'before', left: 'new' },
    { step: 'remove', when: 'after', left: 'new' },
  ])(
    'a replacement that crashes $when $step leaves the $left object',
    async ({ left, ...fault }) => {
      const name = crypto.randomUUID()
      await put(name, 'old')
      await put(name, 'new', fault)
      const read = await ask({ method: 'GET', path: `/object/any/${name}` })
      expect(await read.text()).toBe(left)
      await expectAgreement()
    },
  )

  test.runIf(isOnDisk).each<Fault>([
    { step: 'remove', when: 'before' },
    { step: 'remove', when: 'after' },
  ])(
    'deleting an object or emptying a bucket leaves no objects if it crashes $when $step',
    async (fault) => {
      const name = crypto.randomUUID()
      await put(name, 'text')
      await ask({ method: 'DELETE', path: `/object/any/${name}` }, fault)
      expect(await ask({ method: 'GET', path: `/object/any/${name}` })).toMatchObject({
        status: 400,
      })
      await expectAgreement()
      await put(name, 'text')
      await post('/bucket/any/empty', {}, fault)
      expect(await versions()).toEqual([])
      await expectAgreement()
    },
  )

  test.runIf(isOnDisk).each<Fault>([
    { step: 'copy', when: 'before' },
    { step: 'copy', when: 'after' },
  ])('a copy that crashes $when $step leaves no second object', async (fault) => {
    const [from, to] = [crypto.randomUUID(), crypto.randomUUID()]
    await put(from, 'text')
    const body = { bucketId: 'any', sourceKey: from, destinationKey: to }
    await post('/object/copy', body, fault)
    expect((await ask({ method: 'GET', path: `/object/any/${to}` })).status).toBe(400)
    await expectAgreement()
  })

  test.runIf(isOnDisk).each<Fault & { isMoved: boolean }>([
    { step: 'publish', when: 'after', isMoved: false },
    { step: 'remove', when: 'before', isMoved: true },
  ])(
    'a move into an image bucket that crashes $when $step leaves the object under one name',
    async ({ isMoved, ...fault }) => {
      const name = `${crypto.randomUUID()}.png`
      const create = { width: 3, height: 3, channels: 3, background: '#fff' } as const
      await put(name, new Uint8Array(await sharp({ create }).png().toBuffer()))
      const body = { bucketId: 'any', sourceKey: name, destinationKey: name }
      await post('/object/move', { ...body, destinationBucket: 'pictures' }, fault)
      for (const [bucket, isThere] of [
        ['any', !isMoved],
        ['pictures', isMoved],
      ] as const) {
        const read = await ask({ method: 'GET', path: `/object/${bucket}/${name}` })
        expect(read.ok).toBe(isThere)
      }
      await expectAgreement()
    },
  )

  test.each<Fault>([
    { step: 'begin', when: 'before' },
    { step: 'begin', when: 'after' },
    { step: 'append', when: 'before' },
    { step: 'append', when: 'after' },
    { step: 'finish', when: 'before' },
    { step: 'finish', when: 'after' },
  ])('a resumable upload that crashes $when $step can be resumed or is deleted', async (fault) => {
    const name = crypto.randomUUID()
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const tus = { 'Tus-Resumable': '1.0.0' }
    const begin = (at?: Fault) =>
      ask(
        {
          method: 'POST',
          path: '/upload/resumable',
          headers: {
            ...tus,
            'Upload-Length': '4',
            'Upload-Metadata': `bucketName ${encoded('any')},objectName ${encoded(name)}`,
          },
        },
        at,
      )
    const first = await begin(fault)
    // The client has no upload URL and cannot resume, so only the cleanup can delete this upload.
    if (first.status !== 201) return expectAgreement()
    const path = first.headers.get('location')!.replace('/storage/v1', '')
    const piece = (offset: string, body: string, at?: Fault) => {
      const type = { 'Content-Type': 'application/offset+octet-stream' }
      const headers = { ...tus, ...type, 'Upload-Offset': offset }
      return ask({ method: 'PATCH', path, body, headers }, at)
    }
    await piece('0', 'text', fault)
    const head = await ask({ method: 'HEAD', path, headers: tus })
    const offset = head.headers.get('upload-offset')!
    // If the server has received all bytes, the HEAD request has already created the object.
    if (offset !== '4') await piece(offset, 'text'.slice(Number(offset)))
    const read = await ask({ method: 'GET', path: `/object/any/${name}` })
    expect(await read.text()).toBe('text')
    await expectAgreement()
    await begin()
    await expectAgreement()
  })

  test('reading an object without content returns 400, and the server logs the missing content once', async () => {
    const name = crypto.randomUUID()
    await put(name, 'text')
    await context.store.remove(await versions())
    const { app } = createStorage(context, context.store)
    errors.length = 0
    for (const method of ['GET', 'HEAD', 'GET']) {
      const headers = { Authorization: authorization }
      expect((await app.request(`/object/any/${name}`, { method, headers })).status).toBe(400)
    }
    expect(errors).toEqual(['the content of an object is missing'])
    await database.sql`insert into storage.objects (bucket_id, name) values ('any', 'by-hand')`
    expect((await ask({ method: 'GET', path: '/object/any/by-hand' })).status).toBe(400)
    expect((await ask({ method: 'GET', path: '/object/info/any/by-hand' })).status).toBe(200)
    await database.sql`delete from storage.objects`
  })

  test('the storage cleanup keeps recent content and content of another database', async () => {
    const version = crypto.randomUUID()
    await put('kept', 'text')
    await context.store.copy((await versions())[0]!, version)
    await deleteOrphans(context, new Date(Date.now() - 3_600_000))
    expect(await kept()).toContain(version)
    await database.sql`update storage_internal.store_owner set id = gen_random_uuid()`
    await deleteOrphans(context, inAnHour())
    expect(await kept()).toContain(version)
  })
})

/**
 * The object store method in which the process crashes: before or after the method takes effect.
 */
type Fault = { step: keyof ObjectStore | keyof PartialUploads; when: 'before' | 'after' }

/** Returns the object store of a crashing process. After the crash, even cleanup calls fail. */
function crashingAt(store: ObjectStore, { step, when }: Fault): ObjectStore {
  let isDead = false
  const crashing = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value === 'object' && value !== null) return crashing(value)
        if (typeof value !== 'function' || name === 'newTemporaryPath') return value
        return async (...args: unknown[]) => {
          if (isDead || (name === step && when === 'before')) {
            isDead = true
            throw new Error('The process is dead')
          }
          const result: unknown = await (value as (...all: unknown[]) => unknown)(...args)
          if (name !== step) return result
          isDead = true
          throw new Error('The process died')
        }
      },
    })
  return crashing(store)
}
