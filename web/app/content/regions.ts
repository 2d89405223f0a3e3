/**
 * Country of the home page's list 'Featured Spaces in the USA'. The list of international spaces
 * contains all other countries.
 */
export const homeCountry = 'United States'

export const regions = [
  { id: 'asia-pacific', label: 'Asia Pacific', countries: ['Japan', 'Indonesia', 'Australia'] },
  { id: 'europe', label: 'Europe', countries: ['United Kingdom', 'France', 'Greece'] },
  { id: 'middle-east', label: 'Middle East', countries: ['United Arab Emirates'] },
  { id: 'americas', label: 'Americas', countries: ['United States', 'Canada'] },
] as const

/** Filter chip for the countries that are in none of the `regions`. */
export const moreCountries = { id: 'more', label: 'More countries' } as const

export const regionChips = [...regions, moreCountries]

export const namedCountries: readonly string[] = regions.flatMap(({ countries }) => countries)

type Region = (typeof regionChips)[number]

export function regionOf(id: string | undefined): Region | undefined {
  return regionChips.find((region) => region.id === id)
}
