/** What a highlight is about; the page draws one icon for each. */
export type HighlightKind = 'area' | 'light' | 'transit' | 'use'

export type Highlight = { kind: HighlightKind; title: string; text: string }

/** A part of the city, and what its rooms are good for. */
export type Area = { name: string; text: string }

/** The spec's marketing copy: shown on the page, never in structured data. */
export type CityFigures = { monthlyBookings: number; rating: number }

/** What a city page says that is not counted. */
export type City = {
  /** The page's address. */
  slug: string
  name: string
  country: string
  /** Says the city's name and what one finds. */
  title: string
  /** One or two sentences, at most 170 characters: search engines show no more. */
  description: string
  /** What the drawing shows. */
  pictureAlt: string
  /** Names by which a location is known to lie here, when the city's own is not enough. */
  locations?: readonly string[]
  /** Four, of the curated cities and San Jose. */
  highlights?: readonly Highlight[]
  /** Three, of the nine templated cities. */
  areas?: readonly Area[]
  figures?: CityFigures
}
