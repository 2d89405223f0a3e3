import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { EncodedBody, type Encoding } from './encoded-body.ts'

const endings = { br: '.br', gzip: '.gz' } as const

/**
 * Loads the files of a build into memory, because a later build may delete files that open pages
 * still request. The returned function returns undefined for a path without a file.
 */
export function openStaticFiles(
  folder: string,
): (request: Request, pathname: string) => Response | undefined {
  const files = readFiles(folder)
  return (request, pathname) => {
    const file = files.get(pathname)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    return file.respond(request)
  }
}

function readFiles(folder: string): Map<string, EncodedBody> {
  const files = new Map<string, EncodedBody>()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const present = new Set(names)
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const bytes = readFileSync(name)
    const pathname = name.slice(folder.length).replaceAll('\\', '/')
    const hash = createHash('sha1').update(bytes).digest('base64url')
    const file = new EncodedBody(bytes, hash, {
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      'cache-control': pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    })
    for (const encoding of Object.keys(endings) as Encoding[]) {
      const copy = name + endings[encoding]
      if (present.has(copy)) file.add(encoding, readFileSync(copy))
    }
    files.set(pathname, file)
  }
  return files
}
