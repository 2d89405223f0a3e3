/** Pixels and what belongs to them: canvas, transparency, frames. */
const pixelChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'])
/** What of a frame comes before the chunks in it: its place, size and time. */
const frameHeadBytes = 16

/**
 * Whether a WebP is pixels from its first byte to its last. Its own flags are not believed: they may
 * leave out the EXIF that follows, and nothing in them tells of chunks that only their maker knows.
 */
export function isPlainWebp(file: Buffer): boolean {
  // The container states its length: less is a cut file, more hides something behind it.
  return file.length >= 12 && file.readUInt32LE(4) + 8 === file.length && holdsPixelsOnly(file, 12)
}

function holdsPixelsOnly(bytes: Buffer, start: number): boolean {
  let at = start
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (!pixelChunks.has(type) || body.length < length) return false
    if (type === 'ANMF' && !holdsPixelsOnly(body, frameHeadBytes)) return false
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}
