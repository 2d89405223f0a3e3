/** Returns lines of cells as CSV (RFC 4180). */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number): string {
  const text = String(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  // Adds an apostrophe, because a spreadsheet would run the text as a formula.
  // https://owasp.org/www-community/attacks/CSV_Injection
  const safe = !isNumber && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
