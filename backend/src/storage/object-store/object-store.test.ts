import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createS3Sandbox, type S3Sandbox } from '@hourspace/sandbox/s3/server.ts'
import type { ObjectStore, PartialState } from './object-store.ts'
import { openObjectStore } from './open-object-store.ts'

const megabyte = 1024 * 1024

/** Returns pseudo-random bytes that do not repeat, so that a test detects a misplaced chunk. */
function bytesOf(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at)
  return bytes
}

const digest = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000)
}

describe.each(['disk', 's3'] as const)('object store %s', (location) => {
  const dir = mkdtempSync(join(tmpdir(), 'bytes-'))
  let sandbox: S3Sandbox | undefined
  let bytes: ObjectStore
  beforeAll(async () => {
    if (location === 's3') sandbox = await createS3Sandbox({ dir: join(dir, 's3') })
    bytes = await openObjectStore(dir, s3Of(sandbox))
  })
  afterAll(async () => {
    await sandbox?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  async function published(content: Buffer): Promise<string> {
    const path = bytes.newTemporaryPath()
    writeFileSync(path, content)
    const version = crypto.randomUUID()
    await bytes.publish(path, version)
    return version
  }

  async function whole(version: string): Promise<Buffer> {
    const size = (await bytes.sizeOf(version))!
    const stream = size > 0 ? await bytes.read(version, 0, size - 1) : null
    return Buffer.from(await new Response(stream as unknown as BodyInit).arrayBuffer())
  }

  test.each([0, 5, 9 * megabyte])(
    'the object store reads back an object of %i bytes unchanged',
    async (size) => {
      const content = bytesOf(size)
      const version = await published(content)
      expect(await bytes.sizeOf(version)).toBe(size)
      const local = await bytes.local(version)
      expect(digest(readFileSync(local!.path))).toBe(digest(content))
      await local!.release()
      expect(digest(await whole(version))).toBe(digest(content))
    },
  )

  test('the object store reads ranges, copies and deletes objects, and returns null for missing objects', async () => {
    const [one, other] = [await published(Buffer.from('bytes of a file')), crypto.randomUUID()]
    await bytes.copy(one, other)
    await bytes.remove([one, crypto.randomUUID()])
    expect([await bytes.sizeOf(one), await bytes.sizeOf(other)]).toEqual([null, 15])
    const part = await bytes.read(other, 6, 9)
    expect(await new Response(part as unknown as BodyInit).text()).toBe('of a')
    expect(await bytes.read(one, 0, 4)).toBeNull()
    expect(await bytes.local(one)).toBeNull()
  })

  test('the object store rejects invalid version names, such as names with a slash', async () => {
    for (const name of ['../home', 'a/b', '', 'x'.repeat(101)]) {
      await expect(bytes.sizeOf(name)).rejects.toThrow('Invalid object version')
      await expect(bytes.remove([name])).rejects.toThrow('Invalid object version')
    }
  })

  test('a resumable upload that is interrupted by failures produces the complete object', async () => {
    const content = bytesOf(16 * megabyte)
    const version = crypto.randomUUID()
    let state: PartialState = await bytes.partial.begin(version)
    let received = 0
    const append = (until: number, breaksOff = false) =>
      bytes.partial.append(
        version,
        { state, offset: received },
        (async function* () {
          yield* inChunks(content.subarray(received, until))
          if (breaksOff) throw new Error('The sender is gone')
        })(),
        async (next, count) => {
          // Converts the upload state to JSON and back, because the database stores it as JSON.
          state = JSON.parse(JSON.stringify(next)) as PartialState
          received = count
        },
      )
    await append(2 * megabyte)
    await expect(append(3 * megabyte, true)).rejects.toThrow('The sender is gone')
    expect(received).toBe(3 * megabyte)
    // Restores the saved state, as the server does after a crash, and appends the same bytes again.
    const noted = { state, received }
    await append(6 * megabyte)
    ;({ state, received } = noted)
    await append(7 * megabyte)
    await append(16 * megabyte)
    expect(await bytes.sizeOf(version)).toBeNull()
    await bytes.partial.finish(version, state)
    await bytes.partial.finish(version, state)
    expect(digest(await whole(version))).toBe(digest(content))
    await bytes.partial.abort(version, state)
    expect(await bytes.sizeOf(version)).toBe(content.length)
  })

  test('the object store no longer lists a resumable upload that was aborted', async () => {
    const version = crypto.randomUUID()
    const state = await bytes.partial.begin(version)
    await bytes.partial.append(
      version,
      { state, offset: 0 },
      inChunks(bytesOf(6 * megabyte)),
      async () => {},
    )
    await bytes.partial.abort(version, state)
    const kept: string[] = []
    for await (const batch of bytes.list()) kept.push(...batch.map((one) => one.version))
    expect(kept).not.toContain(version)
  })
})

test('opening the object store fails with a one-line configuration error if the S3 bucket cannot be used', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'bytes-'))
  const sandbox = await createS3Sandbox({ dir: join(dir, 's3') })
  const right = s3Of(sandbox)!
  const wrongKey = { ...right.credentials!, secretAccessKey: 'wrong' }
  for (const settings of [
    { ...right, bucket: 'nowhere' },
    { ...right, credentials: wrongKey },
    { ...right, endpoint: 'http://127.0.0.1:1' },
  ]) {
    await expect(openObjectStore(dir, settings)).rejects.toThrow(
      /^Bad configuration: storage\.s3: the bucket \w+ cannot be used: \w.*$/,
    )
  }
  await sandbox.close()
  rmSync(dir, { recursive: true })
})

function s3Of(sandbox: S3Sandbox | undefined) {
  if (!sandbox) return null
  const { bucket, endpoint, credentials } = sandbox
  return { bucket, endpoint, credentials, region: 'us-east-1', forcePathStyle: true }
}
