import type { Answer } from '../plan/answer.ts'
import { appliedPreferences } from '../request/parse-prefer.ts'
import type { DataRequest } from '../request/parse-request.ts'
import { ApiError } from './errors.ts'
import { raisedHeaders, raisedStatus } from './raised-response.ts'

/** Status and headers that depend on the kind of request. */
type Outcome = {
  status: number
  /** Content type of the response; null without a body. */
  contentType: string | null
  contentRange: string | null
  headers?: Record<string, string>
}

/** HTTP statuses without a response body. */
const bodiless = new Set([204, 205, 304])

/**
 * Builds the HTTP response from the result of a statement. Values that SQL set in
 * `response.headers` and `response.status` take precedence.
 */
export function respond(answer: Answer, outcome: Outcome, method: string): Response {
  const status = answer.status === null ? outcome.status : raisedStatus(answer.status)
  const headers = new Headers(outcome.headers)
  if (outcome.contentRange !== null) headers.set('Content-Range', outcome.contentRange)
  if (outcome.contentType !== null) headers.set('Content-Type', outcome.contentType)
  if (answer.headers !== null) raisedHeaders(answer.headers, headers)
  const hasBody = outcome.contentType !== null && method !== 'HEAD' && !bodiless.has(status)
  return new Response(hasBody ? answer.body : null, { status, headers })
}

/** Formats the `Content-Range` of a page: its first and last row and, if counted, their total. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}

/** Creates the error for a single-object request whose row count is not one. */
export function notSingle(rows: number): ApiError {
  return new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

const readPreferences = ['count', 'tx', 'handling', 'timezone'] as const
const callPreferences = [...readPreferences, 'maxAffected'] as const

/**
 * Responds with the rows of a relation or function; `total` is the row count, if requested. Throws
 * ApiError PGRST116 if a single object was requested but the row count is not one, and PGRST103 for
 * an offset after the last row.
 */
export function respondRows(
  request: DataRequest,
  answer: Answer,
  total: number | null,
  isCall = false,
): Response {
  const { rows } = answer
  const { accept, contentLocation, prefer, query } = request
  const { offset } = query.read
  if (accept.kind === 'object' && rows !== 1) throw notSingle(rows)
  const applied = appliedPreferences(prefer, isCall ? callPreferences : readPreferences)
  const headers = {
    ...(applied !== '' && { 'Preference-Applied': applied }),
    ...(contentLocation !== null && { 'Content-Location': contentLocation }),
  }
  if (total !== null && offset > total) {
    const contentType = { 'Content-Type': accept.contentType }
    return pastEnd(offset, total, { ...headers, ...contentType }).toResponse()
  }
  return respond(
    answer,
    {
      status: total !== null && rows < total ? 206 : 200,
      contentType: accept.contentType,
      // An aggregate over no rows returns one row, which Content-Range does not count.
      contentRange: contentRange(offset, total === 0 ? 0 : rows, total),
      headers,
    },
    request.method,
  )
}

function pastEnd(offset: number, total: number, headers: Record<string, string>): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { ...headers, 'Content-Range': `*/${total}` },
  })
}
