import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Best first. */
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
 * Holds a built folder in memory and answers for its files; a later build cannot pull them away under open pages.
 * Files under `/assets/` carry their hash in their name and may be kept for ever.
 *
 * @returns a function that answers, or gives undefined for a path that is no file.
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
      type: types[extname(name)] ?? 'application/octet-stream',
      // Weak, because one tag stands for every encoding.
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
