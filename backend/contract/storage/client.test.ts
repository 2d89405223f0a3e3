import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { jpegOf } from './pictures.ts'

let target: Target
const name = `${crypto.randomUUID()}.jpg`

const client = () => {
  const { url, serviceRoleKey } = target
  return new StorageClient(`${url}/storage/v1`, { Authorization: `Bearer ${serviceRoleKey}` })
}

beforeAll(async () => {
  target = await openTarget()
  await client()
    .from('spaces')
    .upload(name, await jpegOf(120, 80))
})
afterAll(() => target.close())

test('a storage client with throwOnError rejects the promise instead of returning an error', async () => {
  const nowhere = () => client().throwOnError().getBucket('nowhere')
  await expect(nowhere()).rejects.toMatchObject({ message: 'Bucket not found' })
  const missing = () => client().from('spaces').throwOnError().info('nothing.jpg')
  await expect(missing()).rejects.toMatchObject({ message: 'Object not found' })
})

test('a storage client sends its custom headers', async () => {
  const files = client().from('spaces').setHeader('Authorization', 'Bearer nonsense')
  expect((await files.info(name)).error).toMatchObject({ message: 'Invalid Compact JWS' })
})

test('a storage download resolves to a blob, or to a stream if one is requested', async () => {
  const files = client().from('spaces').throwOnError()
  for (const download of [files.download(name), files.download(name).asStream()]) {
    let ended = 0
    const { data, error } = await download.finally(() => (ended += 1))
    expect([ended, error]).toEqual([1, null])
    expect((await new Response(data).arrayBuffer()).byteLength).toBeGreaterThan(0)
    expect((await download).data).toBe(data)
  }
  const nothing = files.download('nothing.jpg')
  for (const download of [nothing, nothing.asStream()]) {
    const failure: unknown = await download.catch((cause: unknown) => cause)
    expect(failure).toMatchObject({ message: 'Object not found' })
  }
})

test('an image variant is available at its public URL and by download', async () => {
  const transform = {
    width: 60,
    height: 20,
    resize: 'fill',
    quality: 40,
    format: 'origin',
  } as const
  const files = client().from('spaces')
  const { publicUrl } = files.getPublicUrl(name, { transform }).data
  for (const bytes of [
    await (await fetch(publicUrl)).arrayBuffer(),
    await (await files.download(name, { transform })).data!.arrayBuffer(),
  ]) {
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 60,
      height: 20,
    })
  }
})
