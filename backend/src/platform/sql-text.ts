/** Quotes an identifier. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** An element of an array's literal, quoted so that PostgreSQL reads it back unchanged. */
export function quoteArrayElement(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** Texts as the literal of a PostgreSQL array. */
export function arrayLiteral(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoteArrayElement(value))).join(',')}}`
}
