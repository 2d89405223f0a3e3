import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartupError } from '#launch/startup-error.ts'

export const manifestName = 'manifest.json'

const manifestSchema = z.object({
  /** Version of Hourspace that made the backup. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Positions in the write-ahead log at the start and the end. */
  startLsn: z.string(),
  endLsn: z.string(),
  /** Size in bytes and SHA-256 of each file, by its path in the backup. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
})

/** Describes a backup. It is written last, so that a folder without it is no backup. */
export type Manifest = z.output<typeof manifestSchema>

/** Reads the manifest of a backup. Throws StartupError if the folder is no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  } catch {
    throw new StartupError(`${folder} is no complete backup: it has no valid ${manifestName}.`)
  }
}

/** Copies a file and returns its size and SHA-256; null if the file does not exist. */
export async function copyWithHash(
  from: string,
  to: string,
): Promise<{ bytes: number; sha256: string } | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Returns the paths of all folders and files below `root`, relative to it. Files that another
 * process deletes concurrently may be missing. `skips` leaves out a path and what is below it.
 */
export async function listTree(
  root: string,
  skips: (path: string) => boolean = () => false,
): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = []
  const files: string[] = []
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (skips(path)) continue
      if (entry.isDirectory()) {
        folders.push(path)
        await visit(path)
      } else if (entry.isFile()) files.push(path)
    }
  }
  await visit('')
  return { folders, files }
}
