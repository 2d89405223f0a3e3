import { ApiError } from './errors.ts'

/** Parses the status that SQL set in `response.status`. Throws ApiError PGRST112 if invalid. */
export function raisedStatus(text: string): number {
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (isStatus(status)) return status
  throw new ApiError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/**
 * Adds the headers in `text`, the value of the setting `response.headers`, and replaces existing
 * ones. Throws ApiError PGRST111 if the value is malformed.
 */
export function raisedHeaders(text: string, headers: Headers): void {
  const replaced = new Set<string>()
  try {
    for (const each of JSON.parse(text) as unknown[]) {
      const [entry, ...more] = typeof each === 'object' ? Object.entries(each ?? {}) : []
      if (!entry || more.length > 0 || typeof entry[1] !== 'string') throw new TypeError()
      const [name, value] = [entry[0].toLowerCase(), entry[1]]
      if (replaced.has(name)) headers.append(name, value)
      else headers.set(name, value)
      replaced.add(name)
    }
  } catch {
    const message =
      'response.headers guc must be a JSON array composed of objects with a single key and a string value'
    throw new ApiError(500, 'PGRST111', message)
  }
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

/**
 * Builds the response to an error raised with SQLSTATE PGRST. Responds with PGRST121 if the error's
 * JSON is invalid.
 */
export function raisedAnswer(message: string, detail: string | undefined): ApiError {
  const body = parseObject(message)
  const { code, message: text, details, hint } = body ?? {}
  if (!body || !isText(code) || !isText(text) || !isTextOrNull(details) || !isTextOrNull(hint)) {
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, messageHint)
  }
  if (detail === undefined) {
    return unreadable('DETAIL is missing in the RAISE statement', detailHint)
  }
  const answer = parseObject(detail)
  const headers = answer && readHeaders(answer['headers'])
  if (!answer || !headers || !isStatus(answer['status'])) {
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, detailHint)
  }
  return new ApiError(answer['status'], code, text, {
    details: details ?? null,
    hint: hint ?? null,
    headers,
  })
}

/** Whether a value is a valid HTTP status for a final response (200 to 599). */
export function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599
}

function unreadable(details: string, hint: string): ApiError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`
  return new ApiError(500, 'PGRST121', message, { details, hint })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function readHeaders(value: unknown): Record<string, string> | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const headers = value as Record<string, string>
  if (!Object.values(headers).every(isText)) return null
  try {
    return Object.fromEntries(new Headers(headers))
  } catch {
    return null
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrNull(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || isText(value)
}
