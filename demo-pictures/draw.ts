import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureNames, spaces } from '@hourspace/supabase/seed/spaces.ts'
import { drawPicture, type Picture } from './draw-picture.ts'
import { drawPosts } from './draw-posts.ts'
import { drawPortraits } from './draw-portraits.ts'
import { drawPreviews } from './draw-previews.ts'
import { drawHeroes } from './heroes.ts'
import { render } from './render.ts'
import { pictureOf } from './space-pictures.ts'

/* Renders the demo pictures of spaces, users, home page and blog: `npm run pictures [part of a
   name]`. The files are committed. */
const wanted = process.argv[2] ?? ''
const images = join(import.meta.dirname, '../supabase/seed/images')

async function draw(file: string, picture: Picture, most: number): Promise<void> {
  const svg = drawPicture(picture)
  for (const quality of [76, 68, 60, 52]) {
    const bytes = await render(svg, quality)
    if (bytes.length > most && quality > 52) continue
    await writeFile(file, bytes)
    console.log(`${file.split('/').at(-1)} ${Math.round(bytes.length / 1024)} kB`)
    return
  }
}

await mkdir(images, { recursive: true })
for (const space of spaces)
  for (const [view, name] of pictureNames(space).entries()) {
    if (!name.includes(wanted)) continue
    await draw(join(images, name), pictureOf(space, view), 90 * 1024)
  }
await drawHeroes(wanted)
await drawPosts(wanted)
await drawPortraits(wanted)

const known = new Set(spaces.flatMap(pictureNames))
for (const name of await readdir(images)) if (!known.has(name)) await rm(join(images, name))
await drawPreviews()
