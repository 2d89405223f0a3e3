import { asiaEast } from './cities/asia-east.ts'
import { asiaSouth } from './cities/asia-south.ts'
import { americas } from './cities/americas.ts'
import type { City } from './cities/city.ts'
import { europe } from './cities/europe.ts'
import { oceania } from './cities/oceania.ts'
import { unitedStatesCoasts } from './cities/united-states-coasts.ts'
import { unitedStatesEast } from './cities/united-states-east.ts'
import { unitedStatesSouth } from './cities/united-states-south.ts'
import { unitedStatesWest } from './cities/united-states-west.ts'

/** All cities that have a page. Import it in loaders only, so that the browser gets only one city. */
export const cities: readonly City[] = [
  ...unitedStatesCoasts,
  ...unitedStatesEast,
  ...unitedStatesSouth,
  ...unitedStatesWest,
  ...americas,
  ...europe,
  ...asiaEast,
  ...asiaSouth,
  ...oceania,
]

export function cityOf(slug: string): City | undefined {
  return cities.find((city) => city.slug === slug)
}
