import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#3a6ea5' } })
}

export async function jpegOf(width: number, height: number): Promise<Blob> {
  return asBlob(await picture(width, height).jpeg().toBuffer(), 'image/jpeg')
}

/** Returns a rotated phone photo with EXIF location. Upright, its top-left quarter is red. */
export async function phoneJpeg(): Promise<Blob> {
  const red = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#ff0000' },
  })
    .png()
    .toBuffer()
  const bytes = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#fff' },
  })
    // EXIF orientation 6 rotates clockwise, so the bottom-left corner becomes the top-left.
    .composite([{ input: red, left: 0, top: 300 }])
    .withExif({
      IFD0: { Make: 'Phone', Copyright: 'somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return asBlob(bytes, 'image/jpeg')
}

export async function webpOf(width: number, height: number): Promise<Blob> {
  return asBlob(await picture(width, height).webp().toBuffer(), 'image/webp')
}

/** Returns a PNG of about 13 KB that decodes to more than 100 million pixels. */
export function bomb(): Blob {
  const width = 12_000
  const height = 9_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1 // One bit per pixel; all other settings are zero: greyscale, no interlacing.
  const pixels = deflateSync(Buffer.alloc(height * (1 + width / 8)))
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return asBlob(png, 'image/png')
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

export function asBlob(bytes: Uint8Array | string, type: string): Blob {
  return new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type })
}
