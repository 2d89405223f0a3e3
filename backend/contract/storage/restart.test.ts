import { request } from 'node:http'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '@supabase/supabase-js'
import { spawnWorld, type SpawnedWorld } from '@hourspace/launch/testing.ts'
import { isOwnTarget } from '../target.ts'

let world: SpawnedWorld
beforeAll(async () => {
  if (isOwnTarget) world = await spawnWorld()
})
afterAll(() => world?.stop())

const storage = () =>
  createClient(world.url, world.serviceRoleKey, { auth: { persistSession: false } }).storage
const files = () => storage().from('kept')

test.runIf(isOwnTarget)(
  'an upload goes on after the process was killed; what was whole is there, what was not is not',
  async () => {
    await storage().createBucket('kept')
    await files().upload('whole.txt', 'whole')
    const bytes = Buffer.alloc(3_000_000, 'three megabytes')
    const end = Promise.withResolvers<void>()
    let restarted: Promise<void> | undefined
    const restart = async () => {
      await world.kill()
      await world.start()
    }
    const half = request(`${world.url}/storage/v1/object/kept/half.bin`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.serviceRoleKey}`, 'Content-Length': 1_000_000 },
    })
    half.on('error', () => {})
    half.write(Buffer.alloc(200_000))
    const upload = new Upload(bytes, {
      endpoint: `${world.url}/storage/v1/upload/resumable`,
      headers: { Authorization: `Bearer ${world.serviceRoleKey}` },
      chunkSize: 500_000,
      // A start takes its time on a busy machine.
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
