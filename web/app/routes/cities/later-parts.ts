import { later } from '#web/ui/later.tsx'

const load = () => import('./around-spaces.ts')

export const CityLinks = later(async () => (await load()).CityLinks)
export const CityStatistics = later(async () => (await load()).CityStatistics)
export const Highlights = later(async () => (await load()).Highlights)
export const OwnASpace = later(async () => (await load()).OwnASpace)
export const PopularAreas = later(async () => (await load()).PopularAreas)
