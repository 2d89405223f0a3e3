import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { createContext, type Context } from '#backend/context.ts'
import { Tokens } from '#backend/platform/jwt.ts'
import type { Bytes } from '#backend/storage/bytes/bytes.ts'
import { openBytes } from '#backend/storage/bytes/open-bytes.ts'
import { createStorage } from '#backend/storage/storage.ts'
import { createWorld, type StorageWorld } from '#backend/storage/world.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { createS3Sandbox, type S3Sandbox } from '@hourspace/sandbox/s3/server.ts'
import { collectStale } from './collect-stale.ts'
import { sweepOrphans, sweepUploads } from './sweep.ts'
import { dyingAt, type Fault } from './testing.ts'

const secret = 'a secret of this test, forty letters long'
const authorization = `Bearer ${new Tokens(secret).sign({ role: 'service_role' })}`
const inAnHour = () => new Date(Date.now() + 3_600_000)

describe.each(['disk', 's3'] as const)('bytes in %s', (place) => {
  const dir = mkdtempSync(join(tmpdir(), 'crash-'))
  let database: TestDatabase
  let sandbox: S3Sandbox | undefined
  let context: Context
  let bytes: Bytes
  let world: StorageWorld
  const errors: string[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    if (place === 's3') sandbox = await createS3Sandbox({ dir: join(dir, 's3') })
    context = createContext(
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
    bytes = await openBytes(dir, context.config.storage.s3)
    world = createWorld(context, bytes)
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

  /** A process that lives for one request, or dies in it. */
  async function ask(
    request: { method: string; path: string; body?: BodyInit; headers?: Record<string, string> },
    fault?: Fault,
  ): Promise<Response> {
    const { app } = createStorage(context, fault ? dyingAt(bytes, fault) : bytes)
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

  /** Everything kept, whoever it belongs to. */
  async function kept(): Promise<string[]> {
    const all: string[] = []
    for await (const batch of bytes.list()) all.push(...batch.map(({ version }) => version))
    return all
  }

  /** Every row has its bytes, at any moment; after the sweep nothing else is there. */
  async function expectAgreement(): Promise<void> {
    for (const version of await versions()) expect(await bytes.sizeOf(version)).not.toBeNull()
    await collectStale(world)
    await sweepUploads(world, inAnHour())
    await sweepOrphans(world, inAnHour())
    expect((await kept()).toSorted()).toEqual((await versions()).toSorted())
    const notes = await database.sql`
      select version from storage_internal.stale_versions
      union all select id::text from storage_internal.uploads`
    expect(notes).toHaveLength(0)
  }

  // The steps of a request are the same in both places, those of uploads in pieces are not.
  const isOnDisk = place === 'disk'

  test.runIf(isOnDisk).each<Fault>([
    { step: 'publish', when: 'before' },
    { step: 'publish', when: 'after' },
  ])('a new object, dead $when $step, is not there', async (fault) => {
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
  ])('a replaced object, dead $when $step, is the $left one', async ({ left, ...fault }) => {
    const name = crypto.randomUUID()
    await put(name, 'old')
    await put(name, 'new', fault)
    const read = await ask({ method: 'GET', path: `/object/any/${name}` })
    expect(await read.text()).toBe(left)
    await expectAgreement()
  })

  test.runIf(isOnDisk).each<Fault>([
    { step: 'remove', when: 'before' },
    { step: 'remove', when: 'after' },
  ])('removed objects, dead $when $step, are gone', async (fault) => {
    const name = crypto.randomUUID()
    await put(name, 'text')
    await ask({ method: 'DELETE', path: `/object/any/${name}` }, fault)
    expect(await ask({ method: 'GET', path: `/object/any/${name}` })).toMatchObject({ status: 400 })
    await expectAgreement()
    await put(name, 'text')
    await post('/bucket/any/empty', {}, fault)
    expect(await versions()).toEqual([])
    await expectAgreement()
  })

  test.runIf(isOnDisk).each<Fault>([
    { step: 'copy', when: 'before' },
    { step: 'copy', when: 'after' },
  ])('a copy, dead $when $step, is not there', async (fault) => {
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
  ])('a picture moved among pictures, dead $when $step', async ({ isMoved, ...fault }) => {
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
  })

  test.each<Fault>([
    { step: 'begin', when: 'before' },
    { step: 'begin', when: 'after' },
    { step: 'append', when: 'before' },
    { step: 'append', when: 'after' },
    { step: 'finish', when: 'before' },
    { step: 'finish', when: 'after' },
  ])('an upload in pieces, dead $when $step, goes on or is swept', async (fault) => {
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
    // Nobody has an address to go on with; the sweep alone has.
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
    // Whole already: the question alone has made it an object.
    if (offset !== '4') await piece(offset, 'text'.slice(Number(offset)))
    const read = await ask({ method: 'GET', path: `/object/any/${name}` })
    expect(await read.text()).toBe('text')
    await expectAgreement()
    await begin()
    await expectAgreement()
  })

  test('an object whose bytes are missing is a 404, reported once', async () => {
    const name = crypto.randomUUID()
    await put(name, 'text')
    await bytes.remove(await versions())
    const { app } = createStorage(context, bytes)
    errors.length = 0
    for (const method of ['GET', 'HEAD', 'GET']) {
      const headers = { Authorization: authorization }
      expect((await app.request(`/object/any/${name}`, { method, headers })).status).toBe(400)
    }
    expect(errors).toEqual(['an object has no bytes'])
    await database.sql`insert into storage.objects (bucket_id, name) values ('any', 'by-hand')`
    expect((await ask({ method: 'GET', path: '/object/any/by-hand' })).status).toBe(400)
    expect((await ask({ method: 'GET', path: '/object/info/any/by-hand' })).status).toBe(200)
    await database.sql`delete from storage.objects`
  })

  test('what is young, or belongs to another database, is not swept', async () => {
    const version = crypto.randomUUID()
    await put('kept', 'text')
    await bytes.copy((await versions())[0]!, version)
    await sweepOrphans(world, new Date(Date.now() - 3_600_000))
    expect(await kept()).toContain(version)
    await database.sql`update storage_internal.store_owner set id = gen_random_uuid()`
    await sweepOrphans(world, inAnHour())
    expect(await kept()).toContain(version)
  })
})
