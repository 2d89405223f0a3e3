/** A subscription's filter such as `location=eq.Tokyo`; several are joined by commas outside (). */
export type RowFilter = (record: Record<string, unknown>) => boolean

type Comparison = (left: string, right: string) => boolean

const comparisons: Record<string, Comparison> = {
  eq: (left, right) => left === right,
  neq: (left, right) => left !== right,
  lt: (left, right) => compare(left, right) < 0,
  lte: (left, right) => compare(left, right) <= 0,
  gt: (left, right) => compare(left, right) > 0,
  gte: (left, right) => compare(left, right) >= 0,
  in: (left, right) =>
    right
      .replace(/^\(|\)$/g, '')
      .split(',')
      .includes(left),
}

function compare(left: string, right: string): number {
  const [a, b] = [Number(left), Number(right)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return left < right ? -1 : left > right ? 1 : 0
}

/** Parses a filter; throws an Error that says what is wrong with it. */
export function parseRowFilter(filter: string | undefined): RowFilter {
  if (!filter) return () => true
  const tests = (filter.match(/(?:\([^()]*\)|[^,])+/g) ?? []).map(parseTest)
  return (record) => tests.every((test) => test(record))
}

function parseTest(text: string): RowFilter {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text)
  const holds = comparisons[match?.[3] ?? '']
  if (!match || !holds) throw new Error(`Invalid filter "${text}"`)
  const column = match[1] as string
  const negated = Boolean(match[2])
  const wanted = match[4] as string
  return (record) => {
    const value = record[column]
    // As in SQL, null compares with nothing.
    if (value === null || value === undefined) return false
    return holds(String(value), wanted) !== negated
  }
}
