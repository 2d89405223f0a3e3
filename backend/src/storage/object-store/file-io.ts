import type { FileHandle } from 'node:fs/promises'

/** Only the operating system user that runs the backend can read stored files. */
export const privateFile = 0o600
export const privateFolder = 0o700

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

export function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
