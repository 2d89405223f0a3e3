import { serverClient } from './backend.server.ts'

/** What a function answered: its result, or why not. `error` is text for people. */
export type FunctionAnswer<Result> =
  { result: Result } | { error: string; field?: string; status: number }

/**
 * Calls an edge function for the visitor who sent `request`, so that a form works without
 * JavaScript, too. Never throws: what stops the call is an answer with the status 502.
 */
export async function callForVisitor<Result>(
  request: Request,
  name: string,
  body: Record<string, unknown> | FormData,
): Promise<FunctionAnswer<Result>> {
  const caller = request.headers.get('x-forwarded-for')
  const { data, error } = await serverClient().functions.invoke<Result>(name, {
    body,
    // What is limited by caller must not count every visitor as this server.
    headers: caller ? { 'x-forwarded-for': caller } : {},
  })
  if (!error) return { result: data as Result }
  const response: unknown = (error as { context?: unknown }).context
  const answer = response instanceof Response ? await refusalOf(response) : null
  return answer ?? { error: 'This could not be sent just now. Please try again', status: 502 }
}

async function refusalOf(response: Response) {
  const answer = (await response.json().catch(() => null)) as {
    error?: unknown
    field?: unknown
  } | null
  if (typeof answer?.error !== 'string' || response.status >= 500) return null
  return {
    error: answer.error,
    status: response.status,
    ...(typeof answer.field === 'string' && { field: answer.field }),
  }
}
