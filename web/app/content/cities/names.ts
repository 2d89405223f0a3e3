import { popularCities, type CityName } from './popular.ts'

export const curatedCities = [
  { slug: 'tokyo', name: 'Tokyo' },
  { slug: 'new-york', name: 'New York' },
  { slug: 'london', name: 'London' },
  { slug: 'paris', name: 'Paris' },
  { slug: 'shanghai', name: 'Shanghai' },
  { slug: 'dubai', name: 'Dubai' },
  { slug: 'singapore', name: 'Singapore' },
  { slug: 'los-angeles', name: 'Los Angeles' },
  { slug: 'berlin', name: 'Berlin' },
  { slug: 'sydney', name: 'Sydney' },
  { slug: 'hong-kong', name: 'Hong Kong' },
  { slug: 'seoul', name: 'Seoul' },
  { slug: 'toronto', name: 'Toronto' },
  { slug: 'melbourne', name: 'Melbourne' },
  { slug: 'amsterdam', name: 'Amsterdam' },
  { slug: 'mumbai', name: 'Mumbai' },
  { slug: 'barcelona', name: 'Barcelona' },
  { slug: 'mexico-city', name: 'Mexico City' },
  { slug: 'sao-paulo', name: 'São Paulo' },
  { slug: 'bangkok', name: 'Bangkok' },
] as const satisfies readonly CityName[]

/** All cities that have a page, in alphabetical order. */
export const cityNames: readonly CityName[] = [
  ...new Map([...popularCities, ...curatedCities].map((city) => [city.slug, city])).values(),
].sort((a, b) => a.name.localeCompare(b.name, 'en'))
