import sharp from 'sharp'

/** A plain picture of `width` x `height` pixels. */
export function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#3a6ea5' } })
}

export async function jpegOf(width: number, height: number): Promise<Blob> {
  return asBlob(await picture(width, height).jpeg().toBuffer(), 'image/jpeg')
}

/**
 * As a phone writes it: the sensor's pixels lie on their side (EXIF orientation 6), and EXIF names
 * the place and the camera. Its top-left quarter, once upright, is red.
 */
export async function phoneJpeg(): Promise<Blob> {
  const red = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#ff0000' },
  })
    .png()
    .toBuffer()
  const bytes = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#fff' },
  })
    // Turned a quarter clockwise, the sensor's bottom-left corner becomes the top-left one.
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

/** A PNG of a few kilobytes that unpacks to more than 100 million pixels. */
export async function bomb(): Promise<Blob> {
  const bytes = await sharp({
    create: { width: 12_000, height: 9_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ palette: true, colors: 2 })
    .toBuffer()
  return asBlob(bytes, 'image/png')
}

export function asBlob(bytes: Uint8Array | string, type: string): Blob {
  return new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type })
}
