import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createLimiter } from '#backend/platform/limiter.ts'
import { assertVersionName, type ObjectStore, type StoredVersion } from './object-store.ts'
import { unlessMissing } from './s3-client.ts'
import { createMultipartUploads } from './s3-multipart.ts'
import type { TemporaryFiles } from './temporary-files.ts'

/** Part size in bytes. Up to four files upload at the same time, each with two parts in memory. */
const partBytes = 8 * 1024 * 1024
const maxParts = 9_000
const batchSize = 4
const deleteBatchSize = 1_000

/** Stores content in S3. Receives uploads in a local file, so that slow clients use no memory. */
export function createS3(
  client: S3Client,
  bucket: string,
  temporaryFiles: TemporaryFiles,
): ObjectStore {
  const limited = createLimiter(batchSize, 10_000)
  const keyOf = (version: string) => {
    assertVersionName(version)
    return `objects/${version}`
  }
  const at = (version: string) => ({ Bucket: bucket, Key: keyOf(version) })
  const read: ObjectStore['read'] = async (version, start, end) => {
    const Range = `bytes=${start}-${end}`
    const found = await client
      .send(new GetObjectCommand({ ...at(version), Range }))
      .catch(unlessMissing)
    return found && (Readable.toWeb(found.Body as Readable) as ReadableStream<Uint8Array>)
  }
  const sizeOf: ObjectStore['sizeOf'] = async (version) => {
    const found = await client.send(new HeadObjectCommand(at(version))).catch(unlessMissing)
    return found?.ContentLength ?? null
  }
  return {
    newTemporaryPath: temporaryFiles.newPath,
    publish: async (temporaryPath, version) => {
      await limited(() => send(client, at(version), temporaryPath))
      await rm(temporaryPath, { force: true })
    },
    copy: async (fromVersion, toVersion) => {
      const CopySource = `${bucket}/${keyOf(fromVersion)}`
      await client.send(new CopyObjectCommand({ ...at(toVersion), CopySource }))
    },
    remove: async (versions) => {
      for (let from = 0; from < versions.length; from += deleteBatchSize) {
        const Objects = versions.slice(from, from + deleteBatchSize).map((one) => ({
          Key: keyOf(one),
        }))
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors?.length)
          throw new Error(`S3 did not delete ${Errors[0]?.Key}: ${Errors[0]?.Message}`)
      }
    },
    sizeOf,
    read,
    local: async (version) => {
      const size = await sizeOf(version)
      if (size === null) return null
      const path = temporaryFiles.newPath()
      const stream = size === 0 ? Readable.from([]) : await read(version, 0, size - 1)
      if (!stream) return null
      await pipeline(stream, (await open(path, 'wx')).createWriteStream())
      return { path, release: () => rm(path, { force: true }) }
    },
    list: () => listAll(client, bucket, temporaryFiles),
    partial: createMultipartUploads(client, { bucket, temporaryFiles, keyOf, sizeOf }),
    isOwnedBy: async (databaseId) => {
      const marker = { Bucket: bucket, Key: 'owner' }
      const found = await client.send(new GetObjectCommand(marker)).catch(unlessMissing)
      if (found) return (await found.Body?.transformToString()) === databaseId
      await client.send(new PutObjectCommand({ ...marker, Body: databaseId }))
      return true
    },
  }
}

async function send(client: S3Client, at: { Bucket: string; Key: string }, path: string) {
  const file = await open(path)
  const { size } = await file.stat()
  await file.close()
  const partSize = Math.max(partBytes, Math.ceil(size / maxParts))
  // A single request is atomic, so small files use no multipart upload.
  if (size <= partSize) {
    const Body = size === 0 ? '' : createReadStream(path)
    await client.send(new PutObjectCommand({ ...at, Body, ContentLength: size }))
    return
  }
  await new Upload({
    client,
    params: { ...at, Body: createReadStream(path, { highWaterMark: 1024 * 1024 }) },
    partSize,
    queueSize: 2,
  }).done()
}

async function* listAll(
  client: S3Client,
  bucket: string,
  temporaryFiles: TemporaryFiles,
): AsyncGenerator<StoredVersion[]> {
  const list = (Prefix: string) => paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })
  for await (const { Contents = [] } of list('objects/'))
    yield Contents.map(({ Key, LastModified }) => kept(Key, LastModified, false))
  for await (const { Contents = [] } of list('partial/'))
    yield Contents.map(({ Key, LastModified }) => kept(Key, LastModified, true))
  const parts = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'objects/' }),
  )
  yield (parts.Uploads ?? []).map(({ Key, Initiated }) => kept(Key, Initiated, true))
  await temporaryFiles.deleteAbandoned()
}

function kept(key = '', modifiedAt = new Date(), isPartial = false): StoredVersion {
  return { version: key.slice(key.indexOf('/') + 1), modifiedAt, isPartial }
}
