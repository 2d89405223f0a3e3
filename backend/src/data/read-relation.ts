import { readAnswer } from './plan/answer.ts'
import { planEstimate, planRead } from './plan/plan-read.ts'
import type { DataRequest } from './request/parse-request.ts'
import { respondPlan } from './respond/respond-plan.ts'
import { respondRows } from './respond/respond.ts'
import { findRelation, newPlan, runAnswer, type Scope } from './scope.ts'

export async function readRelation(scope: Scope, request: DataRequest): Promise<Response> {
  const relation = findRelation(scope.schema, request)
  const { read } = request.query
  const { count } = request.prefer
  const statement = planRead(newPlan(scope), relation, read, {
    representation: request.accept,
    count: count === 'exact' ? 'all' : count === 'estimated' ? 'some' : null,
    withoutBody: request.method === 'HEAD',
  })
  if (request.accept.plan)
    return respondPlan(scope, statement, request.accept.plan, { readOnly: true })
  if (count !== 'planned' && count !== 'estimated') {
    const answer = await runAnswer(scope, statement, { readOnly: true })
    return respondRows(request, answer, answer.total)
  }
  const estimate = planEstimate(newPlan(scope), relation, read)
  const [plan, page] = await scope.run([estimate, statement], { readOnly: true })
  const answer = readAnswer(page?.[0] ?? [])
  const counted = answer.total ?? 0
  // With count=estimated, counts up to the row limit are exact and larger counts are estimates.
  const isGuess = count === 'planned' || counted > scope.maxRows
  const total = isGuess ? Math.max(counted, plannedRows(plan?.[0]?.[0])) : counted
  return respondRows(request, answer, total)
}

function plannedRows(plan: Buffer | null | undefined): number {
  const [root] = JSON.parse(plan?.toString() ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[]
  return root?.Plan?.['Plan Rows'] ?? 0
}
