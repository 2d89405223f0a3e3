import { isUtf8 } from 'node:buffer'
import { BodyTooLargeError, readBytes } from '#backend/platform/body.ts'
import { ApiError, bodyError } from '../respond/errors.ts'
import { csvToJson } from './parse-csv.ts'

/**
 * Rows to write. `json` is one row or an array of rows. It is the unchanged text of a JSON body, or
 * converted from a form or CSV. `keys` are the names of the columns to write.
 */
export type Payload = {
  json: string
  isArray: boolean
  keys: readonly string[]
}

/** Payload without rows, for an empty array, a JSON scalar or CSV without rows. */
const noRows: Payload = { json: '[]', isArray: true, keys: [] }

/**
 * Parses the rows of a request body. Throws ApiError PGRST102 for a malformed body or an
 * unsupported media type and, if `columns` is null, for rows with different keys.
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

/** Maximum nesting depth of JSON bodies. PostgreSQL's parser fails at a few thousand levels. */
const depthLimit = 1000

export function checkDepth(json: string): void {
  // A body with fewer than 2 * `depthLimit` characters has too few pairs of brackets to exceed the
  // limit.
  if (json.length < depthLimit * 2) return
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) at = endOfString(json, at)
    else if (character === openBracket || character === openBrace) depth++
    else if (character === closeBracket || character === closeBrace) depth--
    if (depth > depthLimit) {
      throw bodyError(`The body is nested more than ${depthLimit} levels deep`)
    }
  }
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) return at
    if (character === backslash) at++
  }
  return json.length
}

const [quote, openBracket, openBrace, closeBracket, closeBrace, backslash] = [...'"[{]}\\'].map(
  (character) => character.charCodeAt(0),
)

const bodyLimit = 10 * 1024 * 1024

/** Reads the request body. Throws ApiError 413 as soon as the body exceeds the size limit. */
export async function readBody(request: Request): Promise<Buffer> {
  try {
    return await readBytes(request, bodyLimit)
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    throw new ApiError(413, '413', 'The body is larger than 10 MB')
  }
}

export function bodyText(body: Buffer): string {
  if (!isUtf8(body)) throw bodyError('The body is not valid UTF-8')
  return body.toString('utf8')
}

export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() || 'application/json'
}
