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
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createLimiter } from '#backend/platform/limiter.ts'
import { assertVersion, type Bytes, type KeptBytes } from './bytes.ts'
import { unlessMissing } from './s3-client.ts'
import { createGrowingObjects } from './s3-growing.ts'
import type { Spool } from './spool.ts'

/** Parts of a big file that are held in memory: two of 8 MB for each of four files. */
const partBytes = 8 * 1024 * 1024
const mostParts = 9_000
const atOnce = 4
const removedAtOnce = 1_000

/**
 * Bytes in a bucket of S3. They arrive in a file of this machine first: a slow sender costs no memory,
 * and what the service has to look at is at hand.
 */
export function createS3(client: S3Client, bucket: string, spool: Spool): Bytes {
  const limited = createLimiter(atOnce, 10_000)
  const keyOf = (version: string) => {
    assertVersion(version)
    return `objects/${version}`
  }
  const at = (version: string) => ({ Bucket: bucket, Key: keyOf(version) })
  const read: Bytes['read'] = async (version, start, end) => {
    const Range = `bytes=${start}-${end}`
    const found = await client
      .send(new GetObjectCommand({ ...at(version), Range }))
      .catch(unlessMissing)
    return found && (Readable.toWeb(found.Body as Readable) as ReadableStream<Uint8Array>)
  }
  const sizeOf: Bytes['sizeOf'] = async (version) => {
    const found = await client.send(new HeadObjectCommand(at(version))).catch(unlessMissing)
    return found?.ContentLength ?? null
  }
  return {
    newTemporaryPath: spool.newPath,
    publish: async (temporaryPath, version) => {
      await limited(() => send(client, at(version), temporaryPath))
      await rm(temporaryPath, { force: true })
    },
    copy: async (fromVersion, toVersion) => {
      const CopySource = `${bucket}/${keyOf(fromVersion)}`
      await client.send(new CopyObjectCommand({ ...at(toVersion), CopySource }))
    },
    remove: async (versions) => {
      for (let from = 0; from < versions.length; from += removedAtOnce) {
        const Objects = versions.slice(from, from + removedAtOnce).map((one) => ({
          Key: keyOf(one),
        }))
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors?.length) throw new Error(`S3 keeps ${Errors[0]?.Key}: ${Errors[0]?.Message}`)
      }
    },
    sizeOf,
    read,
    local: async (version) => {
      const size = await sizeOf(version)
      if (size === null) return null
      const path = spool.newPath()
      const stream = size === 0 ? Readable.from([]) : await read(version, 0, size - 1)
      if (!stream) return null
      await pipeline(stream, (await open(path, 'wx')).createWriteStream())
      return { path, release: () => rm(path, { force: true }) }
    },
    list: () => listAll(client, bucket, spool),
    growing: createGrowingObjects(client, { bucket, spool, keyOf, sizeOf }),
    belongsTo: async (home) => {
      const marker = { Bucket: bucket, Key: 'home' }
      const found = await client.send(new GetObjectCommand(marker)).catch(unlessMissing)
      if (found) return (await found.Body?.transformToString()) === home
      await client.send(new PutObjectCommand({ ...marker, Body: home }))
      return true
    },
  }
}

async function send(
  client: S3Client,
  at: { Bucket: string; Key: string },
  path: string,
): Promise<void> {
  const file = await open(path)
  const { size } = await file.stat()
  await file.close()
  const partSize = Math.max(partBytes, Math.ceil(size / mostParts))
  // In one request where it fits: read from the file as it goes out, and whole or not there at all.
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
  spool: Spool,
): AsyncGenerator<KeptBytes[]> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: 'objects/', ContinuationToken: token }),
    )
    yield (page.Contents ?? []).map(({ Key, LastModified }) => kept(Key, LastModified, false))
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token)
  const tails = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'growing/' }))
  yield (tails.Contents ?? []).map(({ Key, LastModified }) => kept(Key, LastModified, true))
  const parts = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'objects/' }),
  )
  yield (parts.Uploads ?? []).map(({ Key, Initiated }) => kept(Key, Initiated, true))
  await spool.sweep(new Date(Date.now() - 24 * 3_600_000))
}

function kept(key = '', modifiedAt = new Date(), isGrowing = false): KeptBytes {
  return { version: key.slice(key.indexOf('/') + 1), modifiedAt, isGrowing }
}
