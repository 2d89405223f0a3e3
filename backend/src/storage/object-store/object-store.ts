/** Stores the content of objects under generated version ids. */
export type ObjectStore = {
  /** Returns a path for a local file. The caller writes the file and passes it to `publish`. */
  newTemporaryPath(): string
  publish(temporaryPath: string, version: string): Promise<void>
  copy(fromVersion: string, toVersion: string): Promise<void>
  /** Deletes versions. Ignores versions that do not exist. */
  remove(versions: readonly string[]): Promise<void>
  /** Returns the size in bytes, or null if the version does not exist. */
  sizeOf(version: string): Promise<number | null>
  /** Reads bytes `start` to `end`, both inclusive. Returns null if the version does not exist. */
  read(version: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  /** Returns content as a local file that callers must not modify, or null if it is missing. */
  local(version: string): Promise<LocalFile | null>
  list(): AsyncIterable<readonly StoredVersion[]>
  partial: PartialUploads
  /**
   * Claims the store for this database if the store has no owner. Returns whether this database
   * owns the store.
   */
  isOwnedBy(databaseId: string): Promise<boolean>
}

export type LocalFile = { path: string; release(): Promise<void> }

export type StoredVersion = { version: string; modifiedAt: Date; isPartial: boolean }

export type PartialState = Record<string, unknown>

export type PartialUploads = {
  begin(version: string): Promise<PartialState>
  /** Appends `chunks` at `offset`. Calls `save` with the number of stored bytes, even on errors. */
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

/** Rejects versions that are unsafe in a file path, because SQL can set any text as a version. */
export function assertVersionName(version: string): void {
  if (!/^[\w-]{1,100}$/.test(version)) throw new Error(`Invalid object version "${version}"`)
}
