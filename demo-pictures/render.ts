import sharp from 'sharp'

/** Renders SVG as WebP. `quality` is the WebP quality of sharp, from 1 to 100. */
export async function render(svg: string, quality = 80): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg), { unlimited: true })
  return picture.removeAlpha().webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
}
