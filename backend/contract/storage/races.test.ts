import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, openTarget, type Target } from '../target.ts'

let target: Target
let bucket: string

const service = () => clientOf(target, target.serviceRoleKey).storage
const files = () => service().from(bucket)
const contentType = 'text/plain'

beforeAll(async () => {
  target = await openTarget()
  await newBucket()
})
afterAll(() => target.close())

async function newBucket(): Promise<void> {
  bucket = `races-${crypto.randomUUID()}`
  await service().createBucket(bucket)
}

/** Returns the letter that an object's text repeats, or null if the object does not exist. */
async function letterOf(name: string): Promise<string | null> {
  const { data } = await files().download(name)
  if (!data) return null
  const text = await data.text()
  expect(text).toBe(text.charAt(0).repeat(text.length))
  expect(text.length).toBe(lengthOf(text.charAt(0)))
  return text.charAt(0)
}

const lengthOf = (letter: string) => 100_000 + letter.charCodeAt(0) * 1_000
const textOf = (letter: string) => letter.repeat(lengthOf(letter))

/** Checks that the object store contains exactly the files of the existing objects. */
async function expectNoOrphans(): Promise<void> {
  const { sql, storageDir } = target
  if (!sql || !storageDir || process.env['CONTRACT_BYTES'] === 's3') return
  const rows = await sql<{ version: string }[]>`select version from storage.objects`
  const kept = async () => {
    const folder = join(storageDir, 'objects')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted()
  }
  await expect.poll(kept).toEqual(rows.map(({ version }) => version).toSorted())
}

test('a download during concurrent uploads to the same object name always returns one intact version', async () => {
  const letters = ['a', 'b', 'c', 'd']
  const options = { contentType, upsert: true }
  await files().upload('one.txt', textOf('a'), options)
  const writing = letters.flatMap((letter) =>
    Array.from({ length: 4 }, () => files().upload('one.txt', textOf(letter), options)),
  )
  const reading = Array.from({ length: 16 }, () => letterOf('one.txt'))
  for (const { error } of await Promise.all(writing)) expect(error).toBeNull()
  for (const letter of await Promise.all(reading)) expect(letters).toContain(letter)
  const { data } = await files().info('one.txt')
  expect(data?.size).toBe(lengthOf((await letterOf('one.txt'))!))
  await expectNoOrphans()
})

test('an object that is deleted during its upload is either intact or missing', async () => {
  const options = { contentType, upsert: true }
  const reads = Array.from({ length: 12 }, async (_, at) => {
    const [letter] = await Promise.all([
      letterOf('gone.txt'),
      files().upload('gone.txt', textOf('abc'.charAt(at % 3)), options),
      files().remove(['gone.txt']),
    ])
    return letter
  })
  for (const letter of await Promise.all(reads)) expect(['a', 'b', 'c', null]).toContain(letter)
  const { data } = await files().exists('gone.txt')
  expect((await letterOf('gone.txt')) !== null).toBe(data)
  await expectNoOrphans()
})

test('a download completes even if its object is moved, replaced and deleted during the download', async () => {
  const size = 6_000_000
  await files().upload('long.txt', 'x'.repeat(size), { contentType })
  const { data } = await files().download('long.txt').asStream()
  const reader = data!.getReader()
  let read = (await reader.read()).value!.byteLength
  expect((await files().move('long.txt', 'moved.txt')).error).toBeNull()
  expect((await files().update('moved.txt', 'short', { contentType })).error).toBeNull()
  expect((await files().remove(['moved.txt'])).data).toHaveLength(1)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    expect(value.every((byte: number) => byte === 120)).toBe(true)
    read += value.byteLength
  }
  expect(read).toBe(size)
  await expectNoOrphans()
})

test('exactly one of several concurrent moves of an object succeeds, and concurrent copies are either intact or rejected', async () => {
  await files().upload('from.txt', textOf('a'), { contentType })
  const places = Array.from({ length: 6 }, (_, at) => `to-${at}.txt`)
  const [moves, copies] = await Promise.all([
    Promise.all(places.map((place) => files().move('from.txt', place))),
    Promise.all(places.map((place) => files().copy('from.txt', `copy-${place}`))),
  ])
  expect(moves.filter(({ error }) => error === null)).toHaveLength(1)
  for (const { error } of [...moves, ...copies].filter(({ error }) => error)) {
    expect(error).toMatchObject({ statusCode: '404' })
  }
  expect((await files().exists('from.txt')).data).toBe(false)
  const there = await Promise.all(places.map(letterOf))
  expect(there.filter((letter) => letter !== null)).toEqual(['a'])
  for (const [at, { error }] of copies.entries()) {
    expect(await letterOf(`copy-to-${at}.txt`)).toBe(error ? null : 'a')
  }
  await expectNoOrphans()
})

test('a copy of an object that is deleted during the copy is either intact or rejected', async () => {
  const names = Array.from({ length: 10 }, (_, at) => `source-${at}.txt`)
  await Promise.all(names.map((name) => files().upload(name, textOf('b'), { contentType })))
  const copying = names.map((name) => files().copy(name, `copy-${name}`))
  await files().remove(names)
  for (const [at, { error }] of (await Promise.all(copying)).entries()) {
    expect([undefined, '404']).toContain(
      error && 'statusCode' in error ? error.statusCode : undefined,
    )
    expect(await letterOf(`copy-source-${at}.txt`)).toBe(error ? null : 'b')
  }
  await expectNoOrphans()
})

test('a hundred concurrent uploads to different names create a hundred objects', async () => {
  await newBucket()
  const names = Array.from({ length: 100 }, (_, at) => `f${at % 7}/${String(at).padStart(3, '0')}`)
  const answers = await Promise.all(names.map((name) => files().upload(name, name)))
  expect(answers.filter(({ error }) => error !== null)).toEqual([])
  const { data } = await files().listV2()
  expect(data?.objects.map(({ name }) => name)).toEqual(names.toSorted())
  for (const name of names.filter((_, at) => at % 20 === 0)) {
    expect(await (await files().download(name)).data?.text()).toBe(name)
  }
  await expectNoOrphans()
})

test('deleting a bucket during uploads either fails or leaves no objects behind', async () => {
  await newBucket()
  const uploads = Array.from({ length: 10 }, (_, at) => files().upload(`${at}.txt`, 'x'))
  await service().emptyBucket(bucket)
  const { error } = await service().deleteBucket(bucket)
  const answers = await Promise.all(uploads)
  const kept = answers.filter((answer) => answer.error === null)
  for (const answer of answers.filter((one) => one.error)) {
    expect(answer.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  }
  const left = (await files().list()).data ?? []
  expect(left.length).toBeLessThanOrEqual(error ? kept.length : 0)
  await expectNoOrphans()
})
