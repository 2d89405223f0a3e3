import { moods, type MoodName } from './mood.ts'
import { palettes, type PaletteName } from './palette.ts'
import { randomFrom } from '@hourspace/supabase/seed/random.ts'
import { standardViews } from './scene.ts'
import { scenes, type SceneName } from './scenes.ts'
import { Stage } from './stage.ts'

export type Picture = {
  /** Equal seeds draw the same room; `view` selects the camera. */
  seed: string
  view: number
  scene: SceneName
  place: string
  mood: MoodName
  palette: PaletteName
  /** `layout` lists arrangements that the scene supports, separated by spaces. */
  layout?: string
  width: number
  height: number
}

/** Returns a picture as SVG. Equal input gives equal output. */
export function drawPicture(picture: Picture): string {
  const scene = scenes[picture.scene]
  const random = randomFrom(`${picture.seed} room`)
  const size = scene.size(random)
  const views = (scene.views ?? standardViews)(size, random)
  const stage = new Stage({
    width: picture.width,
    height: picture.height,
    view: views[picture.view % views.length]!,
    mood: moods[picture.mood],
    palette: palettes[picture.palette],
    seed: picture.seed,
    layout: picture.layout,
  })
  const room = scene.draw(stage, size, picture.place)
  return stage.svg(room.floorOutline())
}
