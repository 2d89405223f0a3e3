const headerBytes = 12

/**
 * A lossy WebP without what browsers pack into it besides pixels, above all a colour profile ten
 * times as long as a small picture. Null for bytes that are no lossy WebP.
 */
export function plainWebp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4))
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'WEBP') return null
  // A file is a row of chunks: name, length, content, and a byte to make the length even.
  for (let at = headerBytes; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (nameAt(at) === 'VP8 ') {
      const plain = new Uint8Array(headerBytes + end - at)
      plain.set(bytes.subarray(0, headerBytes))
      plain.set(bytes.subarray(at, end), headerBytes)
      new DataView(plain.buffer).setUint32(4, plain.length - 8, true)
      return plain
    }
    at = end
  }
  return null
}
