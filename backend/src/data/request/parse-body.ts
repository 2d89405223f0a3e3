import { bodyError } from '../respond/errors.ts'
import { checkDepth } from './check-depth.ts'
import { csvToJson } from './parse-csv.ts'
import { mediaTypeOf } from './read-body.ts'

/** Rows to write: only their keys are looked at, the text goes to PostgreSQL as it is. */
export type Payload = {
  json: string
  isArray: boolean
  keys: readonly string[]
}

/** What is no object and holds none stands for no rows. */
const noRows: Payload = { json: '[]', isArray: true, keys: [] }

/**
 * Parses a body that holds one row or a list of rows. With `columns` given, rows of JSON may differ
 * in their keys, and whether it is JSON at all is for PostgreSQL to say. Throws ApiError PGRST102.
 */
export function parsePayload(
  body: string,
  contentType: string,
  columns: readonly string[] | null,
): Payload {
  const type = mediaTypeOf(contentType)
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      checkDepth(body)
      return columns ? given(body, columns) : uniform(body, parseJson(body))
    case 'application/x-www-form-urlencoded': {
      const row = Object.fromEntries(new URLSearchParams(body))
      return { json: JSON.stringify(row), isArray: false, keys: Object.keys(row) }
    }
    case 'text/csv': {
      const { json, keys } = csvToJson(body)
      return json === '[]' ? noRows : { json, isArray: true, keys }
    }
    default:
      throw bodyError(`Content-Type not acceptable: ${type}`)
  }
}

/** Parses JSON. Throws ApiError PGRST102. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw bodyError('Empty or invalid json')
  }
}

function given(json: string, keys: readonly string[]): Payload {
  return { json, isArray: !/^\s*\{/.test(json), keys }
}

function uniform(json: string, value: unknown): Payload {
  if (!Array.isArray(value)) {
    return isRow(value) ? { json, isArray: false, keys: Object.keys(value) } : noRows
  }
  const [first, ...rest] = value as unknown[]
  if (value.length === 0) return noRows
  if (!isRow(first)) throw bodyError('All object keys must match')
  const keys = Object.keys(first)
  const expected = new Set(keys)
  for (const row of rest) {
    const own = isRow(row) ? Object.keys(row) : null
    if (own?.length !== keys.length || !own.every((key) => expected.has(key))) {
      throw bodyError('All object keys must match')
    }
  }
  return { json, isArray: true, keys }
}

function isRow(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
