/** Name and slug of a city. Small enough for every page's bundle, unlike the copy of city pages. */
export type CityName = { slug: string; name: string }

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

/** Cities linked in the footer of every page. */
export const popularCities = [...templatedCities, sanJose] as const
