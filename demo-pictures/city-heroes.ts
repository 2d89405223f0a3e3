import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { CityName } from '@hourspace/supabase/seed/spaces/cities.ts'
import type { Point } from './camera.ts'
import { behindCamera } from './extent.ts'
import { layFloor } from './floors.ts'
import { stringLights } from './furniture/lamps.ts'
import { planter, railing } from './furniture/terrace.ts'
import { moods, type MoodName } from './mood.ts'
import { drawOutside } from './outside.ts'
import { palettes, type PaletteName } from './palette.ts'
import { randomFrom } from '@hourspace/supabase/seed/random.ts'
import { Stage } from './stage.ts'
import { turnSun } from './windows.ts'

type CityHero = {
  /** `slug` is part of the file's name and of the city page's URL. */
  slug: string
  place: CityName
  mood: MoodName
  /**
   * `landmarks` are horizontal positions as fractions of the width, in the order of the place's
   * landmarks.
   */
  landmarks?: readonly number[]
}

/** Pictures at the top of the city pages. Each shows a city from a roof, at a time of day. */
export const cityHeroes: readonly CityHero[] = [
  { slug: 'new-york', place: 'New York', mood: 'golden', landmarks: [0.36, 0.72] },
  { slug: 'los-angeles', place: 'Los Angeles', mood: 'golden', landmarks: [0.64] },
  { slug: 'chicago', place: 'Chicago', mood: 'morning', landmarks: [0.6] },
  { slug: 'houston', place: 'Houston', mood: 'noon' },
  { slug: 'phoenix', place: 'Phoenix', mood: 'golden' },
  { slug: 'philadelphia', place: 'Philadelphia', mood: 'morning', landmarks: [0.58] },
  { slug: 'san-antonio', place: 'San Antonio', mood: 'golden', landmarks: [0.7, 0.3] },
  { slug: 'san-diego', place: 'San Diego', mood: 'noon', landmarks: [0.62] },
  { slug: 'dallas', place: 'Dallas', mood: 'dusk', landmarks: [0.32] },
  { slug: 'san-jose', place: 'San Jose', mood: 'morning' },
  { slug: 'tokyo', place: 'Tokyo', mood: 'dusk', landmarks: [0.64] },
  { slug: 'london', place: 'London', mood: 'morning', landmarks: [0.26, 0.72, 0.5] },
  { slug: 'paris', place: 'Paris', mood: 'golden', landmarks: [0.62] },
  { slug: 'shanghai', place: 'Shanghai', mood: 'night', landmarks: [0.36, 0.66] },
  { slug: 'dubai', place: 'Dubai', mood: 'golden', landmarks: [0.6, 0.25] },
  { slug: 'singapore', place: 'Singapore', mood: 'dusk', landmarks: [0.62] },
  { slug: 'berlin', place: 'Berlin', mood: 'noon', landmarks: [0.62, 0.28] },
  { slug: 'sydney', place: 'Sydney', mood: 'noon', landmarks: [0.34, 0.7] },
  { slug: 'hong-kong', place: 'Hong Kong', mood: 'dusk', landmarks: [0.4, 0.68] },
  { slug: 'seoul', place: 'Seoul', mood: 'morning', landmarks: [0.6] },
  { slug: 'toronto', place: 'Toronto', mood: 'dusk', landmarks: [0.4] },
  { slug: 'melbourne', place: 'Melbourne', mood: 'morning', landmarks: [0.66] },
  { slug: 'amsterdam', place: 'Amsterdam', mood: 'noon', landmarks: [0.38, 0.76] },
  { slug: 'mumbai', place: 'Mumbai', mood: 'golden', landmarks: [0.6, 0.28] },
  { slug: 'barcelona', place: 'Barcelona', mood: 'morning', landmarks: [0.6] },
  { slug: 'mexico-city', place: 'Mexico City', mood: 'noon', landmarks: [0.62, 0.3] },
  { slug: 'sao-paulo', place: 'Sao Paulo', mood: 'dusk', landmarks: [0.6] },
  { slug: 'bangkok', place: 'Bangkok', mood: 'golden', landmarks: [0.62] },
]

/** Widths of the image files in pixels. The height is 9/16 of the width. */
const widths = [960, 1600]

const folder = join(import.meta.dirname, '../web/public/images/cities')

/** Returns a city picture as SVG. Equal input gives equal output. */
export function drawCityHero({ slug, place, mood, landmarks = [] }: CityHero): string {
  const [width, height] = [1600, 900]
  const stage = new Stage({
    width,
    height,
    view: { x: 0, y: 1.75, z: -1.8, yaw: 0, focal: 0.72, horizon: 0.68 },
    mood: moods[mood],
    palette: palettes[randomFrom(slug).pick(Object.keys(palettes) as PaletteName[])],
    seed: `city ${slug}`,
  })
  const seen = landmarks.map((share) => share * width)
  stage.emit(stage.apart(() => drawOutside(stage, place, seen)))
  return stage.svg(drawRoof(stage))
}

/** Draws the roof in the foreground: deck, railing, planters, lamps. Returns its outline. */
function drawRoof(stage: Stage): Point[] {
  const { palette, random } = stage
  const [half, depth] = [12, 6.6]
  turnSun(stage, random.pick(['left', 'right']))
  layFloor(stage, { width: half * 2, depth }, random.pick(['deck', 'tiles']), palette.floor)
  const kind = random.pick(['glass', 'bars'] as const)
  stage.put(0, depth, 0, () => railing(stage, [-half, 0, depth], [half, 0, depth], kind, '#3a3d46'))
  const plants = random.pick(['olive', 'monstera', 'palm', 'snake'] as const)
  for (const x of [-4.6, -2.3, 2.9, 4.9])
    stage.put(x, depth - 0.4, 0, (f) => planter(f, 1.5, palette.feature, plants, 0.45), 0, 0.1)
  stage.haze(() => stringLights(stage, [-7, 5.6, depth], [7, 6, depth], 0.9, 26))
  return [
    [-half, 0, depth],
    [half, 0, depth],
    [half, 0, behindCamera],
    [-half, 0, behindCamera],
  ]
}

/** Renders the pictures whose slug contains `wanted` into web/public. */
async function drawCityHeroes(wanted: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const hero of cityHeroes.filter(({ slug }) => slug.includes(wanted))) {
    const svg = Buffer.from(drawCityHero(hero))
    for (const width of widths) {
      const picture = sharp(svg).removeAlpha().resize(width)
      const avif = await picture.clone().avif({ quality: 55, effort: 4 }).toBuffer()
      const webp = await picture.clone().webp({ quality: 70, effort: 4 }).toBuffer()
      await writeFile(join(folder, `${hero.slug}-${width}.avif`), avif)
      await writeFile(join(folder, `${hero.slug}-${width}.webp`), webp)
      console.log(hero.slug, width, avif.length, webp.length)
    }
  }
}

if (import.meta.main) await drawCityHeroes(process.argv[2] ?? '')
