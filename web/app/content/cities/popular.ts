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

/** Cities that every page links to. */
export const popularCities = [...templatedCities, sanJose] as const
