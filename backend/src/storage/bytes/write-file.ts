import type { FileHandle } from 'node:fs/promises'

/** Writes all of `chunk` at `position`; a single write may take less. */
export async function writeAt(
  file: FileHandle,
  chunk: Uint8Array,
  position: number,
): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const { bytesWritten } = await file.write(
      chunk,
      written,
      chunk.byteLength - written,
      position + written,
    )
    written += bytesWritten
  }
}

/** Whether a file system call failed because there is no such file. */
export function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
