import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { people } from '@hourspace/supabase/seed/people.ts'
import { pictureNames, spaces } from '@hourspace/supabase/seed/spaces.ts'
import { cities } from '@hourspace/supabase/seed/spaces/cities.ts'
import { drawPicture, type Picture } from './draw-picture.ts'
import { heroes, heroWidths } from './heroes.ts'
import { places } from './places.ts'
import { drawPortrait, portraits } from './portraits.ts'
import { scenes, type SceneName } from './scenes.ts'
import { pictureOf } from './space-pictures.ts'
import { spaceScenes } from './space-scenes.ts'

const picture = (scene: SceneName, view: number): Picture => {
  const [place, mood, palette] = ['Paris', 'golden', 'sage'] as const
  return { seed: `${scene} room`, view, scene, place, mood, palette, width: 1440, height: 960 }
}

test.each(Object.keys(scenes) as SceneName[])(
  'the renderer draws the scene %s deterministically, from three views, with valid numbers',
  (scene) => {
    const views = [0, 1, 2].map((view) => drawPicture(picture(scene, view)))
    expect(drawPicture(picture(scene, 0))).toBe(views[0])
    expect(new Set(views).size).toBe(3)
    expect(views.join('')).not.toMatch(/NaN|undefined|Infinity/)
  },
)

test('every demo city has a skyline for the renderer', () => {
  expect(Object.keys(cities).filter((city) => !places[city])).toEqual([])
})

test('every demo space has a scene, and every scene of the renderer is used by a space', () => {
  expect(Object.keys(spaceScenes).toSorted()).toEqual(spaces.map(({ slug }) => slug).toSorted())
  const used = new Set(
    spaces.flatMap((space) => pictureNames(space).map((_, index) => pictureOf(space, index).scene)),
  )
  expect((Object.keys(scenes) as SceneName[]).filter((scene) => !used.has(scene))).toEqual([])
})

test('no two pictures of a demo space have the same scene, view and light', () => {
  const pictures = spaces.flatMap((space) =>
    pictureNames(space).map((_, index) => JSON.stringify(pictureOf(space, index))),
  )
  expect(new Set(pictures).size).toBe(pictures.length)
})

test('each portrait belongs to a demo user with a profile picture, and no two portraits are equal', () => {
  const pictured = people.filter(({ hasPicture }) => hasPicture).map(({ name }) => name)
  expect(Object.keys(portraits).toSorted()).toEqual(pictured.toSorted())
  const drawn = Object.values(portraits).map(drawPortrait)
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(drawn.join('')).not.toMatch(/NaN|undefined/)
})

test('the home page’s pictures exist in each size and stay below 50 bytes per pixel of width', async () => {
  const folder = join(import.meta.dirname, '../web/public/images')
  for (const { name } of heroes)
    for (const width of heroWidths)
      for (const kind of ['avif', 'webp']) {
        const { size } = await stat(join(folder, `hero-${name}-${width}.${kind}`))
        expect(size).toBeLessThan(width * 50)
      }
})
