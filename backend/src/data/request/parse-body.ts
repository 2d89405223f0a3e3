import { bodyError } from '../respond/errors.ts'

/** A JSON body: its rows are only looked at for their keys, its text goes to PostgreSQL as it is. */
export type Payload = {
  json: string
  isArray: boolean
  rowCount: number
  keys: string[]
}

/**
 * Parses a body that holds one row or a list of rows. With `columns` given, rows may differ in
 * their keys. Throws ApiError PGRST102.
 */
export function parsePayload(
  body: string,
  contentType: string,
  columns: readonly string[] | null,
): Payload {
  const json = toJson(body, contentType)
  const value = parseJson(json)
  const isArray = Array.isArray(value)
  const rows: unknown[] = isArray ? value : [value]
  const keys = new Set<string>(columns)
  for (const [index, row] of rows.entries()) {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) {
      throw bodyError('All rows must be JSON objects')
    }
    if (columns) continue
    const own = Object.keys(row)
    if (index > 0 && (own.length !== keys.size || !own.every((key) => keys.has(key)))) {
      throw bodyError('All object keys must match')
    }
    for (const key of own) keys.add(key)
  }
  return { json, isArray, rowCount: rows.length, keys: [...keys] }
}

/** Parses JSON. Throws ApiError PGRST102. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw bodyError('Empty or invalid json')
  }
}

function toJson(body: string, contentType: string): string {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  switch (type) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return body
    case 'application/x-www-form-urlencoded':
      return JSON.stringify(Object.fromEntries(new URLSearchParams(body)))
    case 'text/csv':
      return JSON.stringify(csvRows(body))
    default:
      throw bodyError(`Content-Type not acceptable: ${type}`)
  }
}

/** Rows of a CSV text with a header line; the bare word NULL is null. */
function csvRows(text: string): Record<string, string | null>[] {
  const lines: (string | null)[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g,
  )) {
    const value =
      quoted === undefined ? (bare === 'NULL' ? null : bare) : quoted.replace(/""/g, '"')
    lines.at(-1)?.push(value)
    if (end === '') break
    if (end !== ',') lines.push([])
  }
  const [header = [], ...rows] = lines.filter((line) => line.length > 1 || line[0] !== '')
  return rows.map((row) => {
    if (row.length !== header.length) throw bodyError('All lines must have same number of fields')
    return Object.fromEntries(header.map((name, index) => [name ?? '', row[index] ?? null]))
  })
}
