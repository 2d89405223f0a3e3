import { constants } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertVersion, type GrowingBytes } from './bytes.ts'
import { isMissing, writeAt } from './write-file.ts'

/** How much may arrive before it is kept for good, also against a power cut. */
const stepBytes = 8 * 1024 * 1024

/** Uploads in pieces as one file each, which becomes the version's by a new name. */
export function createGrowingFiles(
  dir: string,
  makeRoom: (version: string) => Promise<string>,
): GrowingBytes {
  const pathOf = (version: string) => {
    assertVersion(version)
    return join(dir, version)
  }
  return {
    begin: async (version) => {
      await (await open(pathOf(version), 'wx')).close()
      return {}
    },
    append: async (version, { state, offset }, chunks, save) => {
      const file = await open(pathOf(version), constants.O_RDWR)
      try {
        // What a crash left behind the part that counts is sent again.
        await file.truncate(offset)
        let received = offset
        let kept = offset
        const keep = async () => {
          if (received === kept) return
          await file.datasync()
          await save(state, received)
          kept = received
        }
        try {
          for await (const chunk of chunks) {
            await writeAt(file, chunk, received)
            received += chunk.byteLength
            if (received - kept >= stepBytes) await keep()
          }
        } finally {
          await keep()
        }
      } finally {
        await file.close()
      }
    },
    finish: async (version) => {
      const path = await makeRoom(version)
      await rename(pathOf(version), path).catch(async (cause: unknown) => {
        // Renamed already by whoever was cut off behind it.
        if (!isMissing(cause)) throw cause
        await stat(path)
      })
    },
    abandon: (version) => rm(pathOf(version), { force: true }),
  }
}
