export type HighlightKind = 'area' | 'light' | 'transit' | 'use'

export type Highlight = { kind: HighlightKind; title: string; text: string }

/** A neighborhood and the uses of its spaces. */
export type Area = { name: string; text: string }

/** Marketing figures of the specification. Shown on the page, but not in structured data. */
export type CityFigures = { monthlyBookings: number; rating: number }

export type City = {
  slug: string
  name: string
  country: string
  /** Page title. Must contain the city's name. */
  title: string
  /** Meta description, at most 170 characters, the length that search engines show. */
  description: string
  pictureAlt: string
  /** Further location names that belong to this city. */
  locations?: readonly string[]
  /** Four highlights, for curated cities and San Jose only. */
  highlights?: readonly Highlight[]
  /** Three areas, for the nine templated cities only. */
  areas?: readonly Area[]
  figures?: CityFigures
}
