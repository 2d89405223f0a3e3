/**
 * Storage for object content, addressed by a generated version id and never by a user's object
 * name.
 */
export type ObjectStore = {
  /** Returns the path of a local file that receives content. Then `publish` stores the content. */
  newTemporaryPath(): string
  publish(temporaryPath: string, version: string): Promise<void>
  copy(fromVersion: string, toVersion: string): Promise<void>
  /** Deletes versions; ignores versions that do not exist. */
  remove(versions: readonly string[]): Promise<void>
  /** Size in bytes; null if the version does not exist. */
  sizeOf(version: string): Promise<number | null>
  /** Reads bytes `start` to `end`, both inclusive; null if the version does not exist. */
  read(version: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  /** Returns the content as a local, read-only file; null if the version does not exist. */
  local(version: string): Promise<LocalFile | null>
  list(): AsyncIterable<readonly StoredVersion[]>
  partial: PartialUploads
  /** Returns whether this database owns the store. Claims the store if it has no owner. */
  isOwnedBy(databaseId: string): Promise<boolean>
}

export type LocalFile = { path: string; release(): Promise<void> }

export type StoredVersion = { version: string; modifiedAt: Date; isPartial: boolean }

/** State of a resumable upload, saved in the database between requests. */
export type PartialState = Record<string, unknown>

export type PartialUploads = {
  begin(version: string): Promise<PartialState>
  /**
   * Appends `chunks` after the first `offset` bytes. Calls `save` with all durable bytes, even
   * after an error.
   */
  append(
    version: string,
    piece: { state: PartialState; offset: number },
    chunks: AsyncIterable<Uint8Array>,
    save: (state: PartialState, received: number) => Promise<void>,
  ): Promise<void>
  /** Stores the received bytes as `version`. A repeated call has no effect. */
  finish(version: string, state: PartialState): Promise<void>
  abort(version: string, state: PartialState): Promise<void>
}

/** Throws if a version is unsafe in a file path, because SQL can change the versions in rows. */
export function assertVersionName(version: string): void {
  if (!/^[\w-]{1,100}$/.test(version)) throw new Error('Not the name of a version')
}
