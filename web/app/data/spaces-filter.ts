/** Which spaces a list shows. What is missing does not filter. */
export type SpaceFilter = {
  /** Words that all occur in title, location or country. */
  text?: string
  /** Name of a space type. */
  type?: string
  location?: string
  /** The location contains one of these, in whatever case. */
  locationContains?: readonly string[]
  countries?: readonly string[]
  exceptCountry?: string
}

/** Shorter words would match nearly everything and cannot use the index. */
const shortestWord = 2

/** More words than this only cost. */
const mostWords = 8

function wordsOf(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().split(/[\s,]+/)
  return words.filter((word) => word.length >= shortestWord).slice(0, mostWords)
}

/** One ILIKE pattern for each word of a search text, its wildcards taken literally. */
export function searchPatterns(text: string | undefined): string[] {
  return wordsOf(text).map((word) => {
    const literal = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
    // The data service reads * as % and knows no way to escape it; _ comes closest.
    return `%${literal.replaceAll('*', '_')}%`
  })
}

/** Whether a space passes: the same answer as the query in `spaces.ts`, for what arrives live. */
export function passes(
  space: { title: string; location: string; country: string; type: string },
  filter: SpaceFilter,
): boolean {
  const searched = `${space.title} ${space.location} ${space.country}`.toLowerCase()
  return (
    wordsOf(filter.text).every((word) => searched.includes(word)) &&
    (!filter.type || space.type === filter.type) &&
    (!filter.location || space.location === filter.location) &&
    (!filter.locationContains ||
      filter.locationContains.some((part) =>
        space.location.toLowerCase().includes(part.toLowerCase()),
      )) &&
    (!filter.countries || filter.countries.includes(space.country)) &&
    space.country !== filter.exceptCountry
  )
}
