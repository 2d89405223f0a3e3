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
import type { Bytes, GrowingBytes } from './bytes.ts'
import { unlessMissing } from './s3-client.ts'
import type { Spool } from './spool.ts'
import { writeAt } from './write-file.ts'

/** S3 takes no smaller part, except for the last; what is left over waits in an object of its own. */
const smallestPart = 5 * 1024 * 1024
/** Ten thousand parts of this size are more than anything that is allowed here. */
const partBytes = 8 * 1024 * 1024

type State = {
  uploadId: string | null
  /** ETags in order. */
  parts: string[]
  /** Bytes behind the parts that are too few for one. */
  tail: number
}

type Place = {
  bucket: string
  spool: Spool
  keyOf: (version: string) => string
  sizeOf: Bytes['sizeOf']
}

/** Uploads in pieces as S3's multipart uploads. */
export function createGrowingObjects(client: S3Client, place: Place): GrowingBytes {
  const { bucket, spool, keyOf, sizeOf } = place
  const at = (version: string) => ({ Bucket: bucket, Key: keyOf(version) })
  const tailOf = (version: string) => ({ Bucket: bucket, Key: `growing/${version}` })

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

  /** The tail as the beginning of a file. More of it may be there than counts. */
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
    const path = spool.newPath()
    const file = await open(path, 'wx+')
    try {
      return await work(file, path)
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
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
          const isPart = isWhole || size >= smallestPart
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
      let state = given as State
      if ((await sizeOf(version)) !== null) return
      if (state.parts.length === 0) {
        // Too little for a single part: the tail is all there is.
        if (state.tail === 0) {
          await client.send(new PutObjectCommand({ ...at(version), Body: '', ContentLength: 0 }))
        } else {
          const CopySource = `${bucket}/growing/${version}`
          await client.send(new CopyObjectCommand({ ...at(version), CopySource }))
        }
      } else {
        if (state.tail > 0) {
          state = await inFile(async (file, path) => {
            await fetchTail(version, state, file)
            return addPart(version, state, path, state.tail)
          })
        }
        const Parts = state.parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
        await client.send(
          new CompleteMultipartUploadCommand({
            ...at(version),
            UploadId: state.uploadId ?? '',
            MultipartUpload: { Parts },
          }),
        )
      }
      await client.send(new DeleteObjectCommand(tailOf(version)))
    },
    abandon: async (version) => {
      await client.send(new DeleteObjectCommand(tailOf(version)))
      // Asked for rather than remembered: a crash may have begun one that nobody noted.
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
