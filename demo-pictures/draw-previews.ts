import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { pictureNames, spaces } from '@hourspace/supabase/seed/spaces.ts'

const images = join(import.meta.dirname, '../supabase/seed/images')

/** Previews file that this module writes and the seed reads. */
const previewsFile = join(import.meta.dirname, '../supabase/seed/image-previews.json')

/** Width of a preview in pixels. Browsers enlarge such an image smoothly. */
const width = 16

/** Returns the preview shown until the image in `file` has loaded, as base64-encoded WebP. */
async function previewOf(file: string): Promise<string> {
  const bytes = await sharp(file)
    .resize(width)
    .webp({ quality: 30, effort: 6, smartSubsample: true })
    .toBuffer()
  return bytes.toString('base64')
}

/**
 * Renders the previews of all demo images. The output is committed, so that the seed renders no
 * previews.
 */
export async function drawPreviews(): Promise<void> {
  const previews: Record<string, string> = {}
  for (const name of spaces.flatMap(pictureNames))
    previews[name] = await previewOf(join(images, name))
  await writeFile(previewsFile, `${JSON.stringify(previews, null, 2)}\n`)
}

if (import.meta.main) await drawPreviews()
