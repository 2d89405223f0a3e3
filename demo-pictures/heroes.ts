import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawPicture, type Picture } from './draw-picture.ts'

type Hero = Pick<Picture, 'seed' | 'view' | 'scene' | 'place' | 'mood' | 'palette'> & {
  /** `name` is part of the file's name and names the slide of the home page. */
  name: string
}

/** Pictures of the home page's slides. Each picture shows a kind of room at a time of day. */
export const heroes: readonly Hero[] = [
  hero('loft', 'loft', 'Paris', 'golden', 'ocean', 'hero loft'),
  hero('event-hall', 'event-hall', 'New York', 'golden', 'brick', 'hero hall'),
  hero('photo-studio', 'photo-studio', 'London', 'morning', 'terracotta', 'hero studio', 1),
  hero('kitchen', 'kitchen', 'Barcelona', 'noon', 'citrus', 'hero kitchen'),
  hero('podcast-studio', 'podcast-studio', 'Los Angeles', 'night', 'midnight', 'hero podcast'),
  hero('meeting-room', 'meeting-room', 'Tokyo', 'noon', 'sage', 'hero table two', 1),
  hero('dance-studio', 'dance-studio', 'Berlin', 'morning', 'blush', 'hero dance'),
  hero('rooftop', 'terrace', 'Sydney', 'dusk', 'terracotta', 'hero roof'),
  hero('art-studio', 'art-studio', 'Amsterdam', 'morning', 'moss', 'hero atelier'),
  hero('lounge', 'lounge', 'Tampa', 'dusk', 'plum', 'hero lounge'),
]

function hero(
  name: string,
  scene: Hero['scene'],
  place: string,
  mood: Hero['mood'],
  palette: Hero['palette'],
  seed: string,
  view = 0,
): Hero {
  return { name, scene, place, mood, palette, seed, view }
}

/** Widths of the image files in pixels. The height is 10/16 of the width. */
export const heroWidths = [640, 960, 1440]

const folder = join(import.meta.dirname, '../web/public/images')

/** Renders the slide pictures whose file name contains `wanted` into web/public. */
export async function drawHeroes(wanted: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, ...words } of heroes) {
    if (!`hero-${name}`.includes(wanted)) continue
    const svg = Buffer.from(drawPicture({ ...words, width: 1600, height: 1000 }))
    for (const width of heroWidths) {
      const picture = sharp(svg, { unlimited: true }).removeAlpha().resize(width)
      const avif = await picture.clone().avif({ quality: 55, effort: 6 }).toBuffer()
      const webp = await picture.clone().webp({ quality: 72, effort: 6 }).toBuffer()
      await writeFile(join(folder, `hero-${name}-${width}.avif`), avif)
      await writeFile(join(folder, `hero-${name}-${width}.webp`), webp)
      const kilobytes = [avif, webp].map(({ length }) => Math.round(length / 1024))
      console.log(`hero-${name}-${width} ${kilobytes.join(' and ')} kB`)
    }
  }
}

if (import.meta.main) await drawHeroes(process.argv[2] ?? '')
