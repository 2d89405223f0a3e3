type Point = { name: string; value: number }

/** What a chart shows, in a sentence for those who do not see it. */
export function highlights(points: readonly Point[], format: (value: number) => string): string {
  const [first, ...rest] = points
  if (!first || points.every(({ value }) => value === 0)) return 'Nothing yet.'
  const highest = rest.reduce((best, point) => (point.value > best.value ? point : best), first)
  const lowest = rest.reduce((best, point) => (point.value < best.value ? point : best), first)
  return `Highest in ${highest.name}: ${format(highest.value)}. Lowest in ${lowest.name}: ${format(lowest.value)}.`
}
