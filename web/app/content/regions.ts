/** The country of 'Featured Spaces in the USA'; every other one is international. */
export const homeCountry = 'United States'

/** Regions the home page filters by, and the countries of each. */
export const regions = [
  { id: 'asia-pacific', label: 'Asia Pacific', countries: ['Japan', 'Indonesia', 'Australia'] },
  { id: 'europe', label: 'Europe', countries: ['United Kingdom', 'France', 'Greece'] },
  { id: 'middle-east', label: 'Middle East', countries: ['United Arab Emirates'] },
  { id: 'americas', label: 'Americas', countries: ['United States', 'Canada'] },
] as const

type Region = (typeof regions)[number]

/** The region with this id, if there is one. */
export function regionOf(id: string | undefined): Region | undefined {
  return regions.find((region) => region.id === id)
}
