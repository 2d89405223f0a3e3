import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

const encodings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof encodings

type File = {
  type: string
  etag: string
  cacheControl: string
  bytes: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
}

/**
 * Loads a build into memory, because a later build may remove files that open pages still request.
 * @returns a function that responds with a file, or undefined for any other path.
 */
export function openStaticFiles(
  folder: string,
): (request: Request, pathname: string) => Response | undefined {
  const files = readFiles(folder)
  return (request, pathname) => {
    const file = files.get(pathname)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = (Object.keys(encodings) as Encoding[]).find(
      (name) => file.encoded[name] && accepted.includes(name),
    )
    const headers = new Headers({
      'content-type': file.type,
      'cache-control': file.cacheControl,
      etag: file.etag,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    })
    if (request.headers.get('if-none-match') === file.etag)
      return new Response(null, { status: 304, headers })
    return new Response((encoding && file.encoded[encoding]) ?? file.bytes, { headers })
  }
}

function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const present = new Set(names)
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const bytes = readFileSync(name)
    const pathname = name.slice(folder.length).replaceAll('\\', '/')
    const encoded: File['encoded'] = {}
    for (const encoding of Object.keys(encodings) as Encoding[]) {
      const variant = name + encodings[encoding]
      if (present.has(variant)) encoded[encoding] = readFileSync(variant)
    }
    files.set(pathname, {
      type: getMimeType(name) ?? 'application/octet-stream',
      // Uses a weak ETag, because all encodings of a file share it.
      etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`,
      cacheControl: pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      bytes,
      encoded,
    })
  }
  return files
}
