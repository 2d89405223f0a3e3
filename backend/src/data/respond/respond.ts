import type { Answer } from '../plan/answer.ts'
import { appliedPreferences } from '../request/parse-prefer.ts'
import type { DataRequest } from '../request/parse-request.ts'
import { ApiError } from './errors.ts'
import { raisedHeaders, raisedStatus } from './raised-response.ts'

type Outcome = {
  status: number
  contentType: string | null
  contentRange: string | null
  headers?: Record<string, string>
}

const bodiless = new Set([204, 205, 304])

/** Builds the HTTP response. The settings `response.headers` and `response.status` override it. */
export function respond(answer: Answer, outcome: Outcome, method: string): Response {
  const status = answer.status === null ? outcome.status : raisedStatus(answer.status)
  const headers = new Headers(outcome.headers)
  if (outcome.contentRange !== null) headers.set('Content-Range', outcome.contentRange)
  if (outcome.contentType !== null) headers.set('Content-Type', outcome.contentType)
  if (answer.headers !== null) raisedHeaders(answer.headers, headers)
  const mayHaveBody = method !== 'HEAD' && !bodiless.has(status)
  const hasBody = outcome.contentType !== null && mayHaveBody
  // Without Content-Length, the HTTP server would send a chunked response with an empty body.
  if (mayHaveBody && !hasBody) headers.set('Content-Length', '0')
  return new Response(hasBody ? answer.body : null, { status, headers })
}

export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}

export function notSingle(rows: number): ApiError {
  return new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

const readPreferences = ['count', 'tx', 'handling', 'timezone'] as const
const callPreferences = [...readPreferences, 'maxAffected'] as const

/**
 * Responds with rows. Throws ApiError PGRST116 if the client requested a single object and the row
 * count is not one. Returns error PGRST103 if the offset exceeds `total`.
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
    const range = { 'Content-Type': accept.contentType, 'Content-Range': `*/${total}` }
    return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { ...headers, ...range },
    }).toResponse()
  }
  return respond(
    answer,
    {
      status: total !== null && rows < total ? 206 : 200,
      contentType: accept.contentType,
      // An aggregate returns one row even if no rows match. Content-Range then reports zero rows.
      contentRange: contentRange(offset, total === 0 ? 0 : rows, total),
      headers,
    },
    request.method,
  )
}
