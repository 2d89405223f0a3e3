import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { StorageContext } from '#backend/storage/context.ts'
import {
  deleteUpload,
  declareSize,
  findUpload,
  lifetimeMs,
  saveProgress,
  type ResumableUpload,
} from './uploads.ts'

/** The data store of @tus/server. `insertUpload` has already inserted the row of an upload. */
export class UploadStore extends DataStore {
  readonly #context: StorageContext

  constructor(context: StorageContext) {
    super()
    this.#context = context
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ]
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id)
    return new Upload({
      id,
      ...(upload.size !== null && { size: upload.size }),
      offset: upload.received,
      metadata: upload.metadata,
      creation_date: upload.createdAt.toISOString(),
    })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { state } = await this.#find(id)
    let total = offset
    await this.#context.store.partial.append(id, { state, offset }, stream, (next, received) => {
      total = received
      return saveProgress(this.#context, id, next, received)
    })
    return total
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    await declareSize(this.#context, id, size)
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#context, await this.#find(id))
  }

  override getExpiration(): number {
    return lifetimeMs
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = await findUpload(this.#context, id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }
}
