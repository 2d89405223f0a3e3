/**
 * Where the bytes of objects are kept: a folder of this machine, or a bucket of S3.
 *
 * Each upload is a version with a name of its own, never the name people chose, so that no path they
 * send reaches the file system and replacing an object never touches bytes that are being read.
 * Nothing here knows rows: bytes come before their row is written, and go after it is gone.
 */
export type Bytes = {
  /** A new file of this machine to receive bytes in; it becomes a version only by `publish`. */
  newTemporaryPath(): string
  /** Makes a received file the bytes of `version`; the file is used up. */
  publish(temporaryPath: string, version: string): Promise<void>
  copy(fromVersion: string, toVersion: string): Promise<void>
  /** Versions that are not there are passed over. */
  remove(versions: readonly string[]): Promise<void>
  /** Size in bytes; null when there are no such bytes. */
  sizeOf(version: string): Promise<number | null>
  /** Bytes `start` to `end`, both included; null when there are no such bytes. */
  read(version: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  /** The bytes as a file of this machine, to be read only; null when there are none. */
  local(version: string): Promise<LocalFile | null>
  /** Everything kept, in batches: for the sweep. */
  list(): AsyncIterable<readonly KeptBytes[]>
  growing: GrowingBytes
  /** Whether the place belongs to the database `home`; a place without an owner is taken by it. */
  belongsTo(home: string): Promise<boolean>
}

export type LocalFile = { path: string; release(): Promise<void> }

export type KeptBytes = { version: string; modifiedAt: Date; isGrowing: boolean }

/** What a place has to remember of an upload between two pieces; kept in the database. */
export type GrowingState = Record<string, unknown>

/** Bytes that arrive in pieces, over several requests and processes. */
export type GrowingBytes = {
  begin(version: string): Promise<GrowingState>
  /**
   * Adds `chunks` behind the first `offset` bytes. Calls `save` whenever more is kept for good, also
   * when `chunks` fails: what has arrived is kept, and the failure is thrown.
   */
  append(
    version: string,
    piece: { state: GrowingState; offset: number },
    chunks: AsyncIterable<Uint8Array>,
    save: (state: GrowingState, received: number) => Promise<void>,
  ): Promise<void>
  /** Makes what has arrived the bytes of `version`. Does nothing the second time. */
  finish(version: string, state: GrowingState): Promise<void>
  /** Forgets what has arrived. */
  abandon(version: string, state: GrowingState): Promise<void>
}

/** Names that are safe as part of a path; rows are written by us, but the database is not. */
export function assertVersion(version: string): void {
  if (!/^[\w-]{1,100}$/.test(version)) throw new Error('Not the name of a version')
}
