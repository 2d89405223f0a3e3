/**
 * Storage for the content of objects: a local folder or an S3 bucket.
 *
 * Content is addressed by version, a generated id, and never by the object name that a user chose.
 * Object names therefore never reach the file system, and replacing an object does not affect
 * running downloads. The store does not access the database: content is written before its row and
 * deleted after its row.
 */
export type ObjectStore = {
  /**
   * Returns the path of a local file for receiving content. `publish` stores the file as a version.
   */
  newTemporaryPath(): string
  /** Stores a received file as `version` and deletes the file. */
  publish(temporaryPath: string, version: string): Promise<void>
  copy(fromVersion: string, toVersion: string): Promise<void>
  /** Deletes versions. Versions that do not exist are ignored. */
  remove(versions: readonly string[]): Promise<void>
  /** Size in bytes; null if the version does not exist. */
  sizeOf(version: string): Promise<number | null>
  /** Reads bytes `start` to `end`, both inclusive; null if the version does not exist. */
  read(version: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  /** Returns the content as a local, read-only file; null if the version does not exist. */
  local(version: string): Promise<LocalFile | null>
  /** Lists all versions in batches, for the cleanup job. */
  list(): AsyncIterable<readonly StoredVersion[]>
  partial: PartialUploads
  /**
   * Returns whether the store belongs to this database. A store without an owner is assigned to
   * this database.
   */
  isOwnedBy(databaseId: string): Promise<boolean>
}

export type LocalFile = { path: string; release(): Promise<void> }

export type StoredVersion = { version: string; modifiedAt: Date; isPartial: boolean }

/** State of a resumable upload between two requests, saved in the database. */
export type PartialState = Record<string, unknown>

/** Resumable uploads, whose content arrives in several requests, possibly at different processes. */
export type PartialUploads = {
  begin(version: string): Promise<PartialState>
  /**
   * Appends `chunks` after the first `offset` bytes. Calls `save` whenever more bytes are durable.
   * If `chunks` fails, calls `save` for the durable bytes and then throws the failure.
   */
  append(
    version: string,
    piece: { state: PartialState; offset: number },
    chunks: AsyncIterable<Uint8Array>,
    save: (state: PartialState, received: number) => Promise<void>,
  ): Promise<void>
  /** Stores the received bytes as `version`. Repeated calls have no effect. */
  finish(version: string, state: PartialState): Promise<void>
  /** Discards the bytes that were received for an upload. */
  abort(version: string, state: PartialState): Promise<void>
}

/**
 * Throws if a version is not safe as part of a file path. Versions are read from rows, which SQL
 * can change.
 */
export function assertVersionName(version: string): void {
  if (!/^[\w-]{1,100}$/.test(version)) throw new Error('Not the name of a version')
}
