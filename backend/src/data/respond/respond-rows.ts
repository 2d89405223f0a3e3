import type { Answer } from '../plan/answer.ts'
import { appliedPreferences } from '../request/parse-prefer.ts'
import type { DataRequest } from '../request/parse-request.ts'
import { contentRange, notSingle, rangeStatus, respond } from './respond.ts'

/**
 * Rows of a relation or a function, `total` of them in all where that was counted. Throws PGRST116
 * when one object was asked for and there is not exactly one, PGRST103 beyond the counted end.
 */
export function respondRows(request: DataRequest, answer: Answer, total: number | null): Response {
  const { rows } = answer
  const { offset } = request.query.read
  const status = rangeStatus(offset, rows, total)
  if (request.accept.kind === 'object' && rows !== 1) throw notSingle(rows)
  const applied = appliedPreferences(request.prefer, ['count', 'handling'])
  return respond(
    answer,
    {
      status,
      contentType: request.accept.contentType,
      contentRange: contentRange(offset, rows, total),
      headers: applied === '' ? {} : { 'Preference-Applied': applied },
    },
    request.method,
  )
}
