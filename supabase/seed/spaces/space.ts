import type { MoodName } from '@hourspace/demo-pictures/mood.ts'
import type { PaletteName } from '@hourspace/demo-pictures/palette.ts'
import type { SceneName } from '@hourspace/demo-pictures/scenes.ts'
import type { CityName } from './cities.ts'

type HostName = 'maya' | 'kenji' | 'sofia'

/** One listing of the demo. What follows from its city (country, currency, time zone) stands in cities.ts. */
export type DemoSpace = {
  slug: string
  title: string
  description: string
  type: string
  city: CityName
  /** Per hour, in the city's currency. */
  price: number
  capacity: number
  amenities: string[]
  policy: 'flexible' | 'moderate' | 'strict'
  host: HostName
  mark?: 'featured' | 'popular' | 'greatValue'
  /** Shown as such; bookable when absent. */
  state?: 'unavailable' | 'rented' | 'maintenance'
  /** How its pictures are drawn, and how many there are. */
  scene: SceneName
  layout?: string
  mood: MoodName
  palette: PaletteName
  pictures: number
}
