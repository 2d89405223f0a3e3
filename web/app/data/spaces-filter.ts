import { folded } from '@hourspace/domain/folding.ts'

/** Sort orders of space lists. Each sorts by a unique column, so its cursor is a single value. */
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

/** Sort keys of a space. A space in a list has only the key of the list's sort order. */
export type OrderKeys = { newest_key?: string; rating_key?: string; price_key?: string }

export function isSpaceOrder(text: string | undefined): text is SpaceOrder {
  return text !== undefined && Object.hasOwn(spaceOrders, text)
}

export function keyOf(space: OrderKeys, order: SpaceOrder): string {
  return space[spaceOrders[order].column] ?? ''
}

/** Compares two sort keys by bytes, as the database does. Negative if `a` comes before `b`. */
export function compareKeys(a: string, b: string, order: SpaceOrder): number {
  if (a === b) return 0
  return a < b === spaceOrders[order].ascending ? -1 : 1
}

export type SpaceFilter = {
  /** Search text. Every word has to occur in a space's title, location or country. */
  text?: string
  type?: string
  location?: string
  /** The location has to contain one of these names, ignoring case and accents. */
  locationContains?: readonly string[]
  countries?: readonly string[]
  exceptCountry?: string
  order?: SpaceOrder
}

/** Minimum length of a search word. A single letter would match nearly every space. */
const shortestWord = 2

/** Search words shorter than this match only word beginnings, which the trigram index can find. */
const shortestPart = 3

/** Maximum number of search words. Each word slows the query down. */
const mostWords = 8

function wordsOf(text: string | undefined): string[] {
  const words = folded(text ?? '').split(/[\s,]+/)
  return words.filter((word) => word.length >= shortestWord).slice(0, mostWords)
}

/**
 * Returns the LIKE patterns of each search word. A space has to match one pattern of every word.
 * Folds the words like the column `search_text`, because ILIKE takes ten times as long.
 */
export function searchPatterns(text: string | undefined): string[][] {
  return wordsOf(text).map((word) => {
    const literal = literally(word)
    return word.length < shortestPart ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`]
  })
}

/** Returns a LIKE pattern that matches any folded text that contains `part`. */
export function containing(part: string): string {
  return `%${literally(folded(part))}%`
}

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** Returns PostgREST's `or` condition, which is true if `column` matches one of the patterns. */
export function anyPattern(column: string, patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => {
    // Replaces `*` by `_` (any character), because PostgREST reads `*` as `%` and cannot escape it.
    const escaped = pattern.replaceAll('*', '_').replaceAll(/["\\]/g, String.raw`\$&`)
    return `${column}.like."${escaped}"`
  })
  return quoted.join()
}

/** Applies the filter of `listSpaces` in the browser to a space received through Realtime. */
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
