import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Config } from '@hourspace/backend/config/config.ts'
import { createS3Client, unlessMissing } from '@hourspace/backend/storage/object-store/s3-client.ts'
import type { BackupStore } from './store.ts'

/** Part size in bytes of a multipart upload. S3 allows 10,000 parts. */
const partBytes = 16 * 1024 * 1024
const deleteBatchSize = 1_000

/**
 * Timeouts in ms for connecting and for an idle socket. After a timeout, PostgreSQL archives the
 * segment again.
 */
const timeouts = { connectionTimeout: 5_000, socketTimeout: 30_000 }

export function s3Store(settings: S3Config, prefix: string): BackupStore {
  const client = createS3Client(settings, timeouts)
  const { bucket: Bucket } = settings
  const at = (path: string) => ({ Bucket, Key: prefix + path })
  const remove = async (paths: readonly string[]) => {
    for (let from = 0; from < paths.length; from += deleteBatchSize) {
      const Objects = paths
        .slice(from, from + deleteBatchSize)
        .map((path) => ({ Key: at(path).Key }))
      const { Errors } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      )
      if (Errors?.length)
        throw new Error(`S3 did not delete ${Errors[0]?.Key}: ${Errors[0]?.Message}`)
    }
  }
  const list = async (folder: string) => {
    const { Key: Prefix } = at(`${folder}/`)
    const found: string[] = []
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      found.push(...(page.Contents ?? []).map(({ Key }) => Key!.slice(Prefix.length)))
    return found
  }
  return {
    url: `s3://${Bucket}/${prefix}`.replace(/\/$/, ''),
    folders: async () => {
      const found: string[] = []
      const query = { Bucket, Prefix: prefix, Delimiter: '/' }
      for await (const page of paginateListObjectsV2({ client }, query))
        for (const { Prefix } of page.CommonPrefixes ?? [])
          found.push(Prefix!.slice(prefix.length, -1))
      return found
    },
    list,
    stat: async (path) => {
      const found = await client.send(new HeadObjectCommand(at(path))).catch(unlessMissing)
      return found && { modifiedAt: found.LastModified! }
    },
    read: async (path) => {
      const found = await client.send(new GetObjectCommand(at(path))).catch(unlessMissing)
      return found && (found.Body as Readable)
    },
    write: async (path, content) => {
      const params = { ...at(path), Body: content }
      await new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done()
    },
    remove,
    removeFolder: async (folder) => remove((await list(folder)).map((path) => `${folder}/${path}`)),
  }
}
