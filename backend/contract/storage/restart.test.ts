import { request } from 'node:http'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '@supabase/supabase-js'
import { spawnTestServer, type SpawnedServer } from '@hourspace/launch/testing/server.ts'
import { isOwnTarget } from '../target.ts'

let server: SpawnedServer
beforeAll(async () => {
  if (isOwnTarget) server = await spawnTestServer()
})
afterAll(() => server?.stop())

const storage = () =>
  createClient(server.url, server.serviceRoleKey, { auth: { persistSession: false } }).storage
const files = () => storage().from('kept')

test.runIf(isOwnTarget)(
  'a resumable upload resumes after the server process was killed, and no incomplete object exists',
  async () => {
    await storage().createBucket('kept')
    await files().upload('whole.txt', 'whole')
    const bytes = Buffer.alloc(3_000_000, 'three megabytes')
    const end = Promise.withResolvers<void>()
    let restarted: Promise<void> | undefined
    const restart = async () => {
      await server.kill()
      await server.start()
    }
    const half = request(`${server.url}/storage/v1/object/kept/half.bin`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.serviceRoleKey}`, 'Content-Length': 1_000_000 },
    })
    half.on('error', () => {})
    half.write(Buffer.alloc(200_000))
    const upload = new Upload(bytes, {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      headers: { Authorization: `Bearer ${server.serviceRoleKey}` },
      chunkSize: 500_000,
      // Retries every 200 ms, up to 400 times, because the server may restart slowly.
      retryDelays: Array.from({ length: 400 }, () => 200),
      metadata: { bucketName: 'kept', objectName: 'pieces.bin' },
      onChunkComplete: (_, accepted) => {
        if (accepted >= 1_000_000) restarted ??= restart()
      },
      onSuccess: () => end.resolve(),
      onError: (error) => end.reject(error),
    })
    upload.start()
    await end.promise
    await restarted
    const { data } = await files().download('pieces.bin')
    expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await (await files().download('whole.txt')).data?.text()).toBe('whole')
    expect((await files().list()).data?.map(({ name }) => name)).toEqual([
      'pieces.bin',
      'whole.txt',
    ])
  },
)
