/** Country of 'Featured Spaces in the USA'. All other countries are international. */
export const homeCountry = 'United States'

export const regions = [
  { id: 'asia-pacific', label: 'Asia Pacific', countries: ['Japan', 'Indonesia', 'Australia'] },
  { id: 'europe', label: 'Europe', countries: ['United Kingdom', 'France', 'Greece'] },
  { id: 'middle-east', label: 'Middle East', countries: ['United Arab Emirates'] },
  { id: 'americas', label: 'Americas', countries: ['United States', 'Canada'] },
] as const

type Region = (typeof regions)[number]

export function regionOf(id: string | undefined): Region | undefined {
  return regions.find((region) => region.id === id)
}
