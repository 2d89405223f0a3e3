import { folded } from '@hourspace/domain/folding.ts'

/**
 * The orders a list of spaces may be read in. Each is one column that no two spaces share (the
 * comments of supabase/schemas/spaces.sql describe it), so the last space of a page is the whole cursor.
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

/** The keys of a space in its orders. A list that was loaded in one order has that order's alone. */
export type OrderKeys = { newest_key?: string; rating_key?: string; price_key?: string }

export function isSpaceOrder(text: string | undefined): text is SpaceOrder {
  return text !== undefined && Object.hasOwn(spaceOrders, text)
}

/** Where a space stands in an order. */
export function keyOf(space: OrderKeys, order: SpaceOrder): string {
  return space[spaceOrders[order].column] ?? ''
}

/** Below zero when key `a` comes before `b`; byte by byte, as the database compares. */
export function compareKeys(a: string, b: string, order: SpaceOrder): number {
  if (a === b) return 0
  return a < b === spaceOrders[order].ascending ? -1 : 1
}

/** Which spaces a list shows, and in what order. What is missing does not filter. */
export type SpaceFilter = {
  /** Words that all occur in title, location or country. */
  text?: string
  /** Name of a space type. */
  type?: string
  location?: string
  /** The location contains one of these, whatever their case and accents. */
  locationContains?: readonly string[]
  countries?: readonly string[]
  exceptCountry?: string
  /** Newest first when missing. */
  order?: SpaceOrder
}

/** A single letter would match nearly everything. */
const shortestWord = 2

/** Shorter words are looked for at the beginning of words only: within them no index finds them. */
const shortestPart = 3

/** More words than this only cost. */
const mostWords = 8

function wordsOf(text: string | undefined): string[] {
  const words = folded(text ?? '').split(/[\s,]+/)
  return words.filter((word) => word.length >= shortestWord).slice(0, mostWords)
}

/**
 * For each word of a search text the patterns of which one must match, wildcards taken literally.
 * They are folded, as `search_text` is: ILIKE would lower every row again, and take ten times as long.
 */
export function searchPatterns(text: string | undefined): string[][] {
  return wordsOf(text).map((word) => {
    const literal = literally(word)
    return word.length < shortestPart ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`]
  })
}

/** The pattern of a folded text that contains `part`. */
export function containing(part: string): string {
  return `%${literally(folded(part))}%`
}

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** `column` matches one of the patterns, in the words of the data service's `or`. */
export function anyPattern(column: string, patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => {
    // The data service reads * as % and knows no way to escape it; _ comes closest.
    const escaped = pattern.replaceAll('*', '_').replaceAll(/["\\]/g, String.raw`\$&`)
    return `${column}.like."${escaped}"`
  })
  return quoted.join()
}

/** Whether a space passes: the same answer as the query in `spaces.ts`, for what arrives live. */
export function passes(
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
