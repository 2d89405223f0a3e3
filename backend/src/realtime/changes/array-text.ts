/** Texts as the literal of a PostgreSQL array. */
export function arrayText(values: readonly (string | null)[]): string {
  const items = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${items.join(',')}}`
}
