import type { Answer } from '../plan/answer.ts'
import { appliedPreferences } from '../request/parse-prefer.ts'
import type { DataRequest } from '../request/parse-request.ts'
import { ApiError } from './errors.ts'
import { contentRange, notSingle, respond } from './respond.ts'

const readPreferences = ['count', 'tx', 'handling', 'timezone'] as const
const callPreferences = [...readPreferences, 'maxAffected'] as const

/**
 * Rows of a relation or a function, `total` of them in all where that was counted. Throws PGRST116
 * when one object was asked for and there is not exactly one; answers PGRST103 beyond the counted
 * end.
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
      // A row of sums over no rows is no part of a range.
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
