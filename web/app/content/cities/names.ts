/** A city and its address. Light enough for the browser; what the pages say stays on the server. */
export type CityName = { slug: string; name: string }

/** Cities whose page has statistics and popular areas. */
export const templatedCities = [
  { slug: 'new-york', name: 'New York' },
  { slug: 'los-angeles', name: 'Los Angeles' },
  { slug: 'chicago', name: 'Chicago' },
  { slug: 'houston', name: 'Houston' },
  { slug: 'phoenix', name: 'Phoenix' },
  { slug: 'philadelphia', name: 'Philadelphia' },
  { slug: 'san-antonio', name: 'San Antonio' },
  { slug: 'san-diego', name: 'San Diego' },
  { slug: 'dallas', name: 'Dallas' },
] as const satisfies readonly CityName[]

export const sanJose = { slug: 'san-jose', name: 'San Jose' } as const satisfies CityName

/** Cities that `/{city}` is curated for. */
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

/** Every city that has a page, in alphabetical order. */
export const cityNames: readonly CityName[] = [
  ...new Map(
    [...templatedCities, sanJose, ...curatedCities].map((city) => [city.slug, city]),
  ).values(),
].sort((a, b) => a.name.localeCompare(b.name, 'en'))
