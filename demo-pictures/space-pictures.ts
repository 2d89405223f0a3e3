import { randomFrom } from '@hourspace/supabase/seed/random.ts'
import type { DemoSpace } from '@hourspace/supabase/seed/spaces/space.ts'
import type { Picture } from './draw-picture.ts'
import type { MoodName } from './mood.ts'
import { sceneOf } from './space-scenes.ts'

/** The time of day of a space's last two pictures, keyed by the time of day of the first three. */
const otherLight: Readonly<Record<MoodName, MoodName>> = {
  morning: 'golden',
  noon: 'dusk',
  golden: 'night',
  dusk: 'noon',
  night: 'golden',
}

/**
 * Returns the content of picture number `index` (from 0) of a space. Three pictures show the room,
 * the fourth shows it at another time of day, and the last shows the street door.
 */
export function pictureOf({ slug, city }: DemoSpace, index: number): Picture {
  const scene = sceneOf(slug)
  // Starts with a random view, so that the first pictures of different spaces show different sides.
  const turn = randomFrom(slug).pick([0, 0, 1, 2])
  const picture = { seed: slug, view: index + turn, place: city, width: 1440, height: 960 }
  if (index < 3) return { ...picture, ...scene }
  const { palette } = scene
  const mood = otherLight[scene.mood]
  if (index === 3) return { ...picture, ...scene, mood }
  return { ...picture, scene: 'entrance', palette, mood: mood === 'night' ? 'golden' : mood }
}
