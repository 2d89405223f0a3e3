import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createS3Sandbox, type S3Sandbox } from './server.ts'

const dir = mkdtempSync(join(tmpdir(), 's3-'))
let sandbox: S3Sandbox
beforeAll(async () => {
  sandbox = await createS3Sandbox({ dir })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(dir, { recursive: true, force: true })
})

const clientOf = (credentials = sandbox.credentials) =>
  new S3Client({
    region: 'eu-central-1',
    endpoint: sandbox.endpoint,
    forcePathStyle: true,
    credentials,
    retryMode: 'standard',
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
const at = (Key: string) => ({ Bucket: 'bytes', Key })

test('the S3 fake rejects requests with a wrong signature, an unknown access key or no signature', async () => {
  const { accessKeyId, secretAccessKey } = sandbox.credentials
  const put = (client: S3Client) => client.send(new PutObjectCommand({ ...at('a'), Body: 'text' }))
  await put(clientOf())
  await expect(put(clientOf({ accessKeyId, secretAccessKey: 'wrong' }))).rejects.toMatchObject({
    name: 'SignatureDoesNotMatch',
  })
  await expect(put(clientOf({ accessKeyId: 'other', secretAccessKey }))).rejects.toMatchObject({
    name: 'InvalidAccessKeyId',
  })
  expect((await fetch(`${sandbox.endpoint}/bytes/a`)).status).toBe(403)
})

test('the S3 fake lists keys with special characters page by page, and deletes all keys in one request', async () => {
  const client = clientOf()
  const keys = ['k/a b+c', 'k/ä&<ö>', 'k/(1)!.txt']
  for (const Key of keys) await client.send(new PutObjectCommand({ ...at(Key), Body: Key }))
  const object = await client.send(new GetObjectCommand(at(keys[1]!)))
  expect(await object.Body?.transformToString()).toBe(keys[1])
  const found: string[] = []
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: 'bytes',
        Prefix: 'k/',
        MaxKeys: 2,
        ContinuationToken: token,
      }),
    )
    found.push(...(page.Contents ?? []).map(({ Key }) => Key!))
    token = page.NextContinuationToken
  } while (token)
  expect(found).toEqual(keys.toSorted())
  const Objects = keys.map((Key) => ({ Key }))
  await client.send(new DeleteObjectsCommand({ Bucket: 'bytes', Delete: { Objects } }))
  const remaining = await client.send(new ListObjectsV2Command({ Bucket: 'bytes', Prefix: 'k/' }))
  expect(remaining.KeyCount).toBe(0)
})

test('the S3 fake lists keys with the same text up to the delimiter as one common prefix', async () => {
  const client = clientOf()
  for (const Key of ['d/a', 'd/b/1', 'd/b/2', 'd/c/1'])
    await client.send(new PutObjectCommand({ ...at(Key), Body: Key }))
  const list = (ContinuationToken?: string) =>
    client.send(
      new ListObjectsV2Command({
        Bucket: 'bytes',
        Prefix: 'd/',
        Delimiter: '/',
        MaxKeys: 2,
        ContinuationToken,
      }),
    )
  const first = await list()
  expect(first.Contents?.map(({ Key }) => Key)).toEqual(['d/a'])
  expect(first.CommonPrefixes).toEqual([{ Prefix: 'd/b/' }])
  const second = await list(first.NextContinuationToken)
  expect(second).toMatchObject({ CommonPrefixes: [{ Prefix: 'd/c/' }], IsTruncated: false })
})
