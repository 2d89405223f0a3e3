import type { Statement } from '../plan/sql.ts'
import { notAcceptable, type PlanRequest } from '../request/parse-accept.ts'
import type { Scope } from '../scope.ts'

type RunOptions = Parameters<Scope['run']>[1]

/**
 * Responds with a query plan. Option `analyze` runs the statement. Throws ApiError PGRST107 if the
 * server does not allow plans.
 */
export async function respondPlan(
  scope: Scope,
  statement: Statement,
  plan: PlanRequest,
  options?: RunOptions,
): Promise<Response> {
  const { format, contentType } = plan
  if (!scope.plan) throw notAcceptable([contentType.replace(/; charset=utf-8$/, '')])
  const wanted = [`format ${format}`, ...plan.options].join(', ')
  const explain = { ...statement, text: `explain (${wanted}) ${statement.text}` }
  const [rows = []] = await scope.run([explain], options)
  const lines = rows.map(([line]) => `${line?.toString('utf8') ?? ''}\n`)
  return new Response(lines.join(''), { headers: { 'Content-Type': contentType } })
}
