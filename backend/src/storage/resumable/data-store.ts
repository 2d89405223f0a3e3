import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { StorageWorld } from '#backend/storage/world.ts'
import {
  abandonUpload,
  declareSize,
  findUpload,
  lifetimeMs,
  saveProgress,
  type ResumableUpload,
} from './uploads.ts'

/** What tus keeps, in our tables and with our bytes. An upload is begun before, by who knows whose it is. */
export class UploadStore extends DataStore {
  readonly #world: StorageWorld

  constructor(world: StorageWorld) {
    super()
    this.#world = world
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
    await this.#world.bytes.growing.append(id, { state, offset }, stream, (next, received) => {
      total = received
      return saveProgress(this.#world, id, next, received)
    })
    return total
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    await declareSize(this.#world, id, size)
  }

  override async remove(id: string): Promise<void> {
    await abandonUpload(this.#world, await this.#find(id))
  }

  override getExpiration(): number {
    return lifetimeMs
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = await findUpload(this.#world, id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }
}
