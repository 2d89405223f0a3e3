/** Title and text of each tip about renting in a city. */
export type Highlights = Record<
  'area' | 'light' | 'transit' | 'use',
  readonly [title: string, text: string]
>

/** Descriptions of neighborhoods, by name. */
export type Areas = Readonly<Record<string, string>>

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
  /** Replaces the default text of a city without spaces. */
  emptyText?: string
  /** Further location names that belong to this city. */
  locations?: readonly string[]
  /** Four highlights. Set only for `curatedCities` and San Jose. */
  highlights?: Highlights
  /** Three neighborhoods. Set only for `templatedCities`. */
  areas?: Areas
  figures?: CityFigures
}
