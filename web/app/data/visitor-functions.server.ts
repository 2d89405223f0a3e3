import { serverClient } from './backend.server.ts'
import { refusalOf } from './functions.ts'

type FunctionAnswer<Result> = { result: Result } | { error: string; field?: string; status: number }

/**
 * Calls an edge function for the visitor who sent `request`. Returns status 502 for network errors
 * and 5xx responses.
 */
export async function callForVisitor<Result>(
  request: Request,
  name: string,
  body: Record<string, unknown> | FormData,
): Promise<FunctionAnswer<Result>> {
  const caller = request.headers.get('x-forwarded-for')
  const { data, error } = await serverClient().functions.invoke<Result>(name, {
    body,
    // Forwards the visitor's IP address, so that each visitor has a separate rate limit.
    headers: caller ? { 'x-forwarded-for': caller } : {},
  })
  if (!error) return { result: data as Result }
  const refusal = await refusalOf(error)
  if (!refusal?.message || refusal.status >= 500)
    return { error: 'We couldn’t send this right now. Please try again', status: 502 }
  const { message, status, field } = refusal
  return { error: message, status, ...(field !== undefined && { field }) }
}
