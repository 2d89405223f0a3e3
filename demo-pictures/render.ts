import sharp from 'sharp'

/** Turns a drawing into WebP with a breath of paper grain; `quality` as sharp counts it. */
export async function render(svg: string, quality = 80): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg), { unlimited: true })
  return picture.removeAlpha().webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
}
