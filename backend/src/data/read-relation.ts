import type { Answer } from './plan/answer.ts'
import { planEstimate, planRead } from './plan/plan-read.ts'
import type { DataRequest } from './request/parse-request.ts'
import { appliedPreferences } from './request/parse-prefer.ts'
import { contentRange, notSingle, rangeStatus, respond } from './respond/respond.ts'
import { findRelation, newPlan, type Scope } from './scope.ts'

/** GET and HEAD of a relation. */
export async function readRelation(scope: Scope, request: DataRequest): Promise<Response> {
  const relation = findRelation(scope.schema, request)
  const { read } = request.query
  const { count } = request.prefer
  const statement = planRead(newPlan(scope), relation, read, {
    representation: request.accept,
    count: count === 'exact' ? 'all' : count === 'estimated' ? 'some' : null,
    withoutBody: request.method === 'HEAD',
  })
  let answer: Answer
  let total: number | null
  if (count === 'planned' || count === 'estimated') {
    const estimate = planEstimate(newPlan(scope), relation, read)
    const [plan, page] = await scope.runAll([estimate, statement], { readOnly: true })
    answer = page as Answer
    const counted = Number(answer.total ?? 0)
    // An estimate is exact up to the most rows an answer holds, and the planner's guess beyond.
    const isGuess = count === 'planned' || counted > scope.maxRows
    total = isGuess ? Math.max(counted, estimatedRows(plan ?? {})) : counted
  } else {
    answer = await scope.run(statement, { readOnly: true })
    total = answer.total === null ? null : Number(answer.total)
  }

  const rows = Number(answer.page_total)
  const status = rangeStatus(read.offset, rows, total)
  if (request.accept.kind === 'object' && rows !== 1) throw notSingle(rows)
  const applied = appliedPreferences(request.prefer, ['count', 'handling'])
  return respond(
    answer,
    {
      status,
      contentType: request.accept.contentType,
      contentRange: contentRange(read.offset, rows, total),
      headers: applied === '' ? {} : { 'Preference-Applied': applied },
    },
    request.method,
  )
}

function estimatedRows(plan: Record<string, string | null>): number {
  const [root] = JSON.parse(plan['QUERY PLAN'] ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[]
  return root?.Plan?.['Plan Rows'] ?? 0
}
