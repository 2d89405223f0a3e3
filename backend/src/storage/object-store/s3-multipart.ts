import { createReadStream } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStore, PartialUploads } from './object-store.ts'
import { unlessMissing } from './s3-client.ts'
import type { TemporaryFiles } from './temporary-files.ts'
import { privateFile, writeAt } from './file-io.ts'

/** S3's minimum part size in bytes. Bytes that do not fill a part are kept in a separate object. */
const minPartBytes = 5 * 1024 * 1024
/** Part size in bytes. With S3's maximum of 10,000 parts, an object can have about 80 GB. */
const partBytes = 8 * 1024 * 1024

type State = {
  uploadId: string | null
  parts: string[]
  /** Number of received bytes after the last full part. */
  tail: number
}

type ObjectLocation = {
  bucket: string
  temporaryFiles: TemporaryFiles
  keyOf: (version: string) => string
  sizeOf: ObjectStore['sizeOf']
}

export function createMultipartUploads(client: S3Client, location: ObjectLocation): PartialUploads {
  const { bucket, temporaryFiles, keyOf, sizeOf } = location
  const at = (version: string) => ({ Bucket: bucket, Key: keyOf(version) })
  const tailOf = (version: string) => ({ Bucket: bucket, Key: `partial/${version}` })

  async function addPart(
    version: string,
    state: State,
    path: string,
    size: number,
  ): Promise<State> {
    const UploadId =
      state.uploadId ??
      (await client.send(new CreateMultipartUploadCommand(at(version)))).UploadId ??
      ''
    const { ETag = '' } = await client.send(
      new UploadPartCommand({
        ...at(version),
        UploadId,
        PartNumber: state.parts.length + 1,
        Body: createReadStream(path),
        ContentLength: size,
      }),
    )
    return { uploadId: UploadId, parts: [...state.parts, ETag], tail: 0 }
  }

  async function putTail(
    version: string,
    state: State,
    path: string,
    size: number,
  ): Promise<State> {
    const Body = createReadStream(path, { end: size - 1 })
    await client.send(new PutObjectCommand({ ...tailOf(version), Body, ContentLength: size }))
    return { ...state, tail: size }
  }

  /**
   * Downloads the bytes that do not fill a part: the first `state.tail` bytes of a separate S3
   * object. The object is longer if the state does not record the last write.
   */
  async function fetchTail(version: string, state: State, file: FileHandle): Promise<void> {
    if (state.tail === 0) return
    const Range = `bytes=0-${state.tail - 1}`
    const { Body } = await client.send(new GetObjectCommand({ ...tailOf(version), Range }))
    let position = 0
    for await (const chunk of Body as Readable) {
      await writeAt(file, chunk as Buffer, position)
      position += (chunk as Buffer).byteLength
    }
  }

  async function inFile<T>(work: (file: FileHandle, path: string) => Promise<T>): Promise<T> {
    const path = temporaryFiles.newPath()
    const file = await open(path, 'wx+', privateFile)
    try {
      return await work(file, path)
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  }

  /** Stores an upload that is smaller than a part. */
  async function finishSmall(version: string, { tail }: State): Promise<void> {
    if (tail === 0) {
      await client.send(new PutObjectCommand({ ...at(version), Body: '', ContentLength: 0 }))
    } else {
      const CopySource = `${bucket}/partial/${version}`
      await client.send(new CopyObjectCommand({ ...at(version), CopySource }))
    }
  }

  async function finishParts(version: string, given: State): Promise<void> {
    const { uploadId, parts } =
      given.tail === 0
        ? given
        : await inFile(async (file, path) => {
            await fetchTail(version, given, file)
            return addPart(version, given, path, given.tail)
          })
    const Parts = parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    await client.send(
      new CompleteMultipartUploadCommand({
        ...at(version),
        UploadId: uploadId ?? '',
        MultipartUpload: { Parts },
      }),
    )
  }

  return {
    begin: async () => ({ uploadId: null, parts: [], tail: 0 }) satisfies State,
    append: (version, piece, chunks, save) =>
      inFile(async (file, path) => {
        let state = piece.state as State
        await fetchTail(version, state, file)
        let size = state.tail
        let received = piece.offset
        const keep = async (isWhole: boolean) => {
          if (size === state.tail) return
          const isPart = isWhole || size >= minPartBytes
          state = await (isPart ? addPart : putTail)(version, state, path, size)
          await save(state, received)
          if (!isPart) return
          await file.truncate(0)
          size = 0
        }
        try {
          for await (const chunk of chunks) {
            await writeAt(file, chunk, size)
            size += chunk.byteLength
            received += chunk.byteLength
            if (size >= partBytes) await keep(true)
          }
        } finally {
          await keep(false)
        }
      }),
    finish: async (version, given) => {
      const state = given as State
      if ((await sizeOf(version)) !== null) return
      await (state.parts.length === 0 ? finishSmall(version, state) : finishParts(version, state))
      await client.send(new DeleteObjectCommand(tailOf(version)))
    },
    abort: async (version) => {
      await client.send(new DeleteObjectCommand(tailOf(version)))
      // Lists all multipart uploads of the key, because a crash may have lost the upload id.
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: keyOf(version) }),
      )
      for (const { UploadId } of Uploads) {
        await client
          .send(new AbortMultipartUploadCommand({ ...at(version), UploadId }))
          .catch(unlessMissing)
      }
    },
  }
}
