import { bodyError } from '../respond/errors.ts'

/** Rows of a CSV text with a header line; the word NULL is null. Throws ApiError PGRST102. */
export function parseCsv(text: string): Record<string, string | null>[] {
  if (!text.includes('\n')) throw bodyError('A CSV body begins with a line of column names')
  const [header = [], ...rows] = linesOf(text).filter((line) => line.length > 1 || line[0] !== '')
  return rows.map((row) => {
    if (row.length !== header.length) throw bodyError('All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, index) => [name, row[index] === 'NULL' ? null : (row[index] ?? null)]),
    )
  })
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g,
  )) {
    lines.at(-1)?.push(quoted === undefined ? bare : quoted.replace(/""/g, '"'))
    if (end === '') break
    if (end !== ',') lines.push([])
  }
  return lines
}
