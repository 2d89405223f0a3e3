import sharp from 'sharp'

type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** Returns a noisy 12-megapixel JPEG of several megabytes. */
export async function cameraPicture(): Promise<PictureFile> {
  const noise = { type: 'gaussian', mean: 140, sigma: 24 } as const
  const grain = await sharp({
    create: { width: 500, height: 500, channels: 3, background: 'black', noise },
  })
    .png()
    .toBuffer()
  const buffer = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: 'black' },
  })
    .composite([{ input: grain, tile: true }])
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: 'DSC_0001.JPG', mimeType: 'image/jpeg', buffer }
}

/**
 * Returns a phone photo stored sideways (EXIF orientation 6), with a red upper edge and a GPS
 * location.
 */
export async function phonePicture(): Promise<PictureFile> {
  const [width, height] = [2016, 1512]
  const upperEdge = await sharp({
    create: { width: 200, height, channels: 3, background: '#d01818' },
  })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#2d6a4f' } })
    .composite([{ input: upperEdge, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '35/1 39/1 31/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '139/1 44/1 44/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return { name: 'IMG_2044.jpg', mimeType: 'image/jpeg', buffer }
}

export async function plainPicture(): Promise<PictureFile> {
  const buffer = await sharp({
    create: { width: 1600, height: 1067, channels: 3, background: '#b8862f' },
  })
    .jpeg()
    .toBuffer()
  return { name: 'window.jpeg', mimeType: 'image/jpeg', buffer }
}

/** Returns properties of a stored image: size, orientation, EXIF, color of the upper edge. */
export async function inspect(bytes: Buffer) {
  const picture = sharp(bytes)
  const { width, height, orientation, exif } = await picture.metadata()
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const middleOfUpperEdge = Math.floor(info.width / 2) * info.channels
  const [red = 0, green = 0] = data.subarray(middleOfUpperEdge, middleOfUpperEdge + 2)
  return {
    width,
    height,
    isTurned: (orientation ?? 1) !== 1,
    hasExif: exif !== undefined,
    isUpperEdgeRed: red > 150 && green < 80,
  }
}
