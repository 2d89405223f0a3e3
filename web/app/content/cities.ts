import { asia } from './cities/asia.ts'
import { americas } from './cities/americas.ts'
import type { City } from './cities/city.ts'
import { europe } from './cities/europe.ts'
import { oceania } from './cities/oceania.ts'
import { unitedStates } from './cities/united-states.ts'

/** All cities that have a page. Import it in loaders only, so that the browser gets only one city. */
export const cities: readonly City[] = [
  ...unitedStates,
  ...americas,
  ...europe,
  ...asia,
  ...oceania,
]

export function cityOf(slug: string): City | undefined {
  return cities.find((city) => city.slug === slug)
}
