import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const projectDir = new URL('../', import.meta.url)
const folders = ['backend/sql', 'supabase/migrations']

export const releasedFile = fileURLToPath(new URL('released-migrations.json', import.meta.url))

/** SHA-256 of each migration file, by path. */
type Checksums = Record<string, string>

const releasedSchema = z.object({
  release: z.string().nullable(),
  migrations: z.record(z.string(), z.string()),
})

export function readReleased(): z.output<typeof releasedSchema> {
  return releasedSchema.parse(JSON.parse(readFileSync(releasedFile, 'utf8')))
}

export function currentMigrations(): Checksums {
  const paths = folders.flatMap((folder) =>
    readdirSync(new URL(folder, projectDir))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => `${folder}/${file}`),
  )
  const checksum = (path: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(path, projectDir)))
      .digest('hex')
  return Object.fromEntries(paths.map((path) => [path, checksum(path)]))
}

/**
 * Returns a line for each migration that conflicts with the last release. Databases of this release
 * reject changed and removed migrations. A new migration must not sort before a released one,
 * because existing and new databases would apply them in different orders.
 */
export function migrationErrors(released: Checksums, current: Checksums): string[] {
  const wrong = Object.entries(released).flatMap(([path, checksum]) => {
    if (current[path] === checksum) return []
    const change = current[path] ? 'was changed after its release' : 'was released and is missing'
    return [`${path} ${change}: restore it, and write a new migration instead`]
  })
  const early = folders.flatMap((folder) => {
    const inFolder = (path: string) => path.startsWith(`${folder}/`)
    const last = Object.keys(released).filter(inFolder).sort().at(-1) ?? ''
    return Object.keys(current)
      .filter((path) => inFolder(path) && !(path in released) && path < last)
      .map((path) => `${path} sorts before the released ${last}: give it a later name`)
  })
  return [...wrong, ...early]
}
