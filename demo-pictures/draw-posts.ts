import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawPicture } from './draw-picture.ts'
import { posts } from './posts.ts'

/** Widths in pixels of the article pictures. */
const postWidths = [640, 1280]

/** Maximum size in bytes of an article picture that is 1280 pixels wide. */
const most = 60 * 1024

const folder = join(import.meta.dirname, '../web/public/images')

/** Renders the article pictures whose name contains `wanted` into web/public. */
export async function drawPosts(wanted: string): Promise<void> {
  for (const { name, picture } of posts) {
    if (!`post-${name}`.includes(wanted)) continue
    const drawn = sharp(Buffer.from(drawPicture(picture)), { unlimited: true }).removeAlpha()
    const quality = await fittingQuality(drawn)
    for (const width of postWidths) {
      const sized = drawn.clone().resize(width)
      const avif = await sized.clone().avif({ quality: 55, effort: 4 }).toBuffer()
      const webp = await sized.clone().webp({ quality, effort: 5 }).toBuffer()
      await writeFile(join(folder, `post-${name}-${width}.avif`), avif)
      await writeFile(join(folder, `post-${name}-${width}.webp`), webp)
      console.log(`post-${name}-${width}`, avif.length, webp.length)
    }
  }
}

async function fittingQuality(drawn: Sharp): Promise<number> {
  for (const quality of [80, 72, 64]) {
    const { length } = await drawn.clone().webp({ quality, effort: 5 }).toBuffer()
    if (length <= most) return quality
  }
  return 52
}

if (import.meta.main) await drawPosts(process.argv[2] ?? '')
