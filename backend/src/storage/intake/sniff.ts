import { open } from 'node:fs/promises'

export const sniffedBytes = 512

/**
 * What a file really is, told by its first bytes: a picture's type, `image/svg+xml`, `text/plain`
 * or `application/octet-stream`.
 */
export async function sniffFile(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return sniff(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** What bytes that begin with `head` are. */
export function sniff(head: Buffer): string {
  const ascii = (start: number, end: number) => head.toString('latin1', start, end)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a/.test(ascii(0, 6))) return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  if (/^ftypavi[fs]/.test(ascii(4, 12))) return 'image/avif'
  // Control characters other than tab and line ends never appear in text.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1f]/.test(ascii(0, head.length))) return 'application/octet-stream'
  return /<svg[\s>]/i.test(ascii(0, head.length)) ? 'image/svg+xml' : 'text/plain'
}
