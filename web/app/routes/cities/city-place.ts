import type { City } from '#web/content/cities/city.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'

/** Spaces of a templated city: their location is its name, neither more nor less. */
export const exactPlace = ({ name }: Pick<City, 'name'>): SpaceFilter => ({ location: name })

/** Spaces whose location contains the city, in whatever case and by whatever name it goes. */
export function widePlace({ name, locations }: Pick<City, 'name' | 'locations'>): SpaceFilter {
  return { locationContains: locations ?? [name] }
}
