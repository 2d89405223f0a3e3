import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Returns a PNG of less than 100 bytes that declares `width` x `height` pixels. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

export function pngWith(png: Buffer, type: string, data: Buffer): Buffer {
  const headEnd = 8 + 25
  return Buffer.concat([png.subarray(0, headEnd), pngChunk(type, data), png.subarray(headEnd)])
}

/** Returns a GIF of `frames` tiny frames that declares `width` x `height` pixels. */
export function gifClaiming(width: number, height: number, frames = 1): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.from(
    '21f904000a000000 2c0000000001000100000202440100'.replace(' ', ''),
    'hex',
  )
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('800000000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
}

export async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain().jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

export async function avifClaiming(width: number, height: number): Promise<Buffer> {
  const avif = await plain().avif({ effort: 0 }).toBuffer()
  const size = avif.indexOf('ispe')
  avif.writeUInt32BE(width, size + 8)
  avif.writeUInt32BE(height, size + 12)
  return avif
}

export function webpOfChunks(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

export function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

export function webpCanvas(width: number, height: number, flags: number): Buffer {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

export function plain() {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: '#3a6ea5' } })
}

/** EXIF metadata as a phone writes it: camera, copyright and location. */
export const phoneExif = {
  IFD0: { Make: 'Phone', Copyright: 'somebody' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 0/1' },
}
