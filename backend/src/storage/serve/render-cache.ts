import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLimiter } from '#backend/platform/limiter.ts'

const limitBytes = 512 * 1024 * 1024
/** A version is a UUID. */
const versionLength = 36
/** How many new files pass between two looks at the size of the folder. */
const pruneEvery = 200

/** Renditions by key; a key begins with the version of its picture. */
export type RenderCache = {
  /** The bytes kept under `key`, drawn first if need be. */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer>
  /** Forgets the renditions of these versions, or of all. */
  forget(versions: ReadonlySet<string> | 'all'): Promise<void>
}

/**
 * Keeps drawn renditions in a folder of bounded size. Requests for the same rendition share one
 * drawing, and only two drawings run at once, so inventing sizes costs an attacker time, not us
 * the disk or the processor.
 */
export function createRenderCache(dir: string): RenderCache {
  const limited = createLimiter(2, 200)
  const drawing = new Map<string, Promise<Buffer>>()
  let written = 0
  mkdirSync(dir, { recursive: true })

  async function drawAndKeep(path: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = await limited(draw)
    const temporary = `${path}.${crypto.randomUUID()}`
    await writeFile(temporary, bytes)
    await rename(temporary, path)
    written += 1
    if (written % pruneEvery === 0) await prune(dir)
    return bytes
  }

  return {
    get: async (key, draw) => {
      const path = join(dir, key)
      const kept = await readFile(path).catch(() => null)
      if (kept) return kept
      let pending = drawing.get(key)
      if (!pending) {
        pending = drawAndKeep(path, draw).finally(() => drawing.delete(key))
        drawing.set(key, pending)
      }
      return pending
    },
    forget: async (versions) => {
      for (const name of await readdir(dir)) {
        const version = name.slice(0, versionLength)
        if (versions === 'all' || versions.has(version)) await rm(join(dir, name), { force: true })
      }
    },
  }
}

/** Removes the oldest files until the folder is within four fifths of its limit. */
async function prune(dir: string): Promise<void> {
  const names = await readdir(dir)
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(dir, name)
      const facts = await stat(path).catch(() => null)
      return { path, size: facts?.size ?? 0, at: facts?.mtimeMs ?? 0 }
    }),
  )
  let total = files.reduce((sum, file) => sum + file.size, 0)
  if (total <= limitBytes) return
  for (const file of files.toSorted((a, b) => a.at - b.at)) {
    if (total <= limitBytes * 0.8) return
    await rm(file.path, { force: true })
    total -= file.size
  }
}
