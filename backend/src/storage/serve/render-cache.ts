import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedLimiter, createLimiter } from '#backend/platform/limiter.ts'
import { privateFile, privateFolder } from '#backend/storage/object-store/file-io.ts'

const limitBytes = 512 * 1024 * 1024
const versionLength = 36
/** Number of new files after which the size of the cache folder is checked. */
const pruneEvery = 200

export type RenderCache = ReturnType<typeof createRenderCache>

/**
 * Caches image variants in a folder with a size limit. Also limits concurrent rendering, in total
 * and per client network, so that one client cannot fill the queue of all clients.
 */
export function createRenderCache(dir: string) {
  const limited = createLimiter(2, 200)
  const limitedByNetwork = createKeyedLimiter(2, 200, 30_000)
  const inFlight = new Map<string, Promise<Buffer>>()
  let written = 0
  mkdirSync(dir, { recursive: true, mode: privateFolder })

  async function renderAndStore(path: string, render: () => Promise<Buffer>): Promise<Buffer> {
    // While this render was queued, a request from another network may have rendered the same
    // variant.
    const kept = await readFile(path).catch(() => null)
    if (kept) return kept
    const bytes = await render()
    const temporary = `${path}.${crypto.randomUUID()}`
    await writeFile(temporary, bytes, { mode: privateFile })
    await rename(temporary, path)
    written += 1
    if (written % pruneEvery === 0) await prune(dir)
    return bytes
  }

  return {
    /** Throws TooBusyError if too many variants are waiting, in total or for `network`. */
    get: async (
      key: string,
      network: string | null,
      render: () => Promise<Buffer>,
    ): Promise<Buffer> => {
      const path = join(dir, key)
      const kept = await readFile(path).catch(() => null)
      if (kept) return kept
      // Shares a render only among requests from one client network. A request from another network
      // would otherwise wait in the queue of the first network.
      const request = `${network} ${key}`
      let pending = inFlight.get(request)
      if (!pending) {
        pending = limitedByNetwork(`${network}`, () =>
          limited(() => renderAndStore(path, render)),
        ).finally(() => inFlight.delete(request))
        inFlight.set(request, pending)
      }
      return pending
    },
    evict: async (versions: ReadonlySet<string> | 'all'): Promise<void> => {
      for (const name of await readdir(dir)) {
        const version = name.slice(0, versionLength)
        if (versions === 'all' || versions.has(version)) await rm(join(dir, name), { force: true })
      }
    },
  }
}

/** If the cache exceeds its size limit, deletes the oldest files until 80% of it is used. */
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
