import type { Answer } from '../plan/answer.ts'
import { ApiError } from './errors.ts'
import { raisedHeaders, raisedStatus } from './raised-response.ts'

/** What the kind of request decides about its response. */
type Outcome = {
  status: number
  /** Null for a response without a body. */
  contentType: string | null
  contentRange: string | null
  headers?: Record<string, string>
}

/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304])

/** The response of an answer; a function's own `response.headers` and `response.status` win. */
export function respond(answer: Answer, outcome: Outcome, method: string): Response {
  const status = answer.status === null ? outcome.status : raisedStatus(answer.status)
  const headers = new Headers(outcome.headers)
  if (outcome.contentRange !== null) headers.set('Content-Range', outcome.contentRange)
  if (outcome.contentType !== null) headers.set('Content-Type', outcome.contentType)
  if (answer.headers !== null) raisedHeaders(answer.headers, headers)
  const hasBody = outcome.contentType !== null && method !== 'HEAD' && !bodiless.has(status)
  return new Response(hasBody ? answer.body : null, { status, headers })
}

/** `Content-Range` of a page: its rows, and how many there are if that is known. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}

/** The error of an answer that holds another number of rows than the one it must. */
export function notSingle(rows: number): ApiError {
  return new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}
