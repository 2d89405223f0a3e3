/** What city pages say around their spaces: one file, see `later-parts.ts`. */
export { CityLinks } from './city-links.tsx'
export { CityStatistics } from './city-statistics.tsx'
export { Highlights, PopularAreas } from './city-tiles.tsx'
export { OwnASpace } from './own-a-space.tsx'
