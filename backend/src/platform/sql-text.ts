export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteArrayElement(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** Formats a PostgreSQL array literal, such as `{"a",NULL}`. */
export function arrayLiteral(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoteArrayElement(value))).join(',')}}`
}
