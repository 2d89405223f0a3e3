import { folded } from '@hourspace/domain/folding.ts'

/**
 * The sort orders of space lists. Each order is one unique column, so the last row of a page is the
 * whole cursor.
 */
export const spaceOrders = {
  newest: { label: 'Newest', said: 'newest first', column: 'newest_key', ascending: false },
  'top-rated': {
    label: 'Top rated',
    said: 'best rated first',
    column: 'rating_key',
    ascending: false,
  },
  'price-low': {
    label: 'Price: low to high',
    said: 'lowest price first',
    column: 'price_key',
    ascending: true,
  },
  'price-high': {
    label: 'Price: high to low',
    said: 'highest price first',
    column: 'price_key',
    ascending: false,
  },
} as const

export type SpaceOrder = keyof typeof spaceOrders

export const defaultOrder: SpaceOrder = 'newest'

/** The sort keys of a space. A list has only the key of the order it was loaded in. */
export type OrderKeys = { newest_key?: string; rating_key?: string; price_key?: string }

export function isSpaceOrder(text: string | undefined): text is SpaceOrder {
  return text !== undefined && Object.hasOwn(spaceOrders, text)
}

export function keyOf(space: OrderKeys, order: SpaceOrder): string {
  return space[spaceOrders[order].column] ?? ''
}

/** Negative when key `a` sorts before `b`. Compares bytes, as the database does. */
export function compareKeys(a: string, b: string, order: SpaceOrder): number {
  if (a === b) return 0
  return a < b === spaceOrders[order].ascending ? -1 : 1
}

/** The filter and order of a list of spaces. Missing fields do not filter. */
export type SpaceFilter = {
  /** Every word has to occur in title, location or country. */
  text?: string
  type?: string
  location?: string
  /** The location contains one of these, ignoring case and accents. */
  locationContains?: readonly string[]
  countries?: readonly string[]
  exceptCountry?: string
  /** Default: newest first. */
  order?: SpaceOrder
}

/** A single letter would match nearly every space. */
const shortestWord = 2

/** Shorter words match only the beginning of a word, because no index finds them inside words. */
const shortestPart = 3

/** Further words are ignored; they would only slow the query down. */
const mostWords = 8

function wordsOf(text: string | undefined): string[] {
  const words = folded(text ?? '').split(/[\s,]+/)
  return words.filter((word) => word.length >= shortestWord).slice(0, mostWords)
}

/**
 * For each word of a search text, the patterns of which one has to match. The patterns are folded
 * like `search_text`: ILIKE would lowercase every row and take ten times as long.
 */
export function searchPatterns(text: string | undefined): string[][] {
  return wordsOf(text).map((word) => {
    const literal = literally(word)
    return word.length < shortestPart ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`]
  })
}

/** A LIKE pattern for folded text that contains `part`. */
export function containing(part: string): string {
  return `%${literally(folded(part))}%`
}

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** PostgREST's `or` condition: `column` matches one of the patterns. */
export function anyPattern(column: string, patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => {
    // PostgREST reads * as % and has no escape for it; _ is the closest match.
    const escaped = pattern.replaceAll('*', '_').replaceAll(/["\\]/g, String.raw`\$&`)
    return `${column}.like."${escaped}"`
  })
  return quoted.join()
}

/** Applies the filter of `listSpaces` to a space that arrived by Realtime. */
export function matchesFilter(
  space: { title: string; location: string; country: string; type: string },
  filter: SpaceFilter,
): boolean {
  const searched = ` ${folded(`${space.title} ${space.location} ${space.country}`)}`
  return (
    wordsOf(filter.text).every((word) =>
      searched.includes(word.length < shortestPart ? ` ${word}` : word),
    ) &&
    (!filter.type || space.type === filter.type) &&
    (!filter.location || space.location === filter.location) &&
    (!filter.locationContains ||
      filter.locationContains.some((part) => folded(space.location).includes(folded(part)))) &&
    (!filter.countries || filter.countries.includes(space.country)) &&
    space.country !== filter.exceptCountry
  )
}
