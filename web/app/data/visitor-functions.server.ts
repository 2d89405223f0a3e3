import { serverClient } from './backend.server.ts'

export type FunctionAnswer<Result> =
  { result: Result } | { error: string; field?: string; status: number }

/** Calls an edge function for the visitor who sent `request`. Network errors become status 502. */
export async function callForVisitor<Result>(
  request: Request,
  name: string,
  body: Record<string, unknown> | FormData,
): Promise<FunctionAnswer<Result>> {
  const caller = request.headers.get('x-forwarded-for')
  const { data, error } = await serverClient().functions.invoke<Result>(name, {
    body,
    // Forwards the visitor's IP address, so that rate limits count each visitor separately.
    headers: caller ? { 'x-forwarded-for': caller } : {},
  })
  if (!error) return { result: data as Result }
  const response: unknown = (error as { context?: unknown }).context
  const answer = response instanceof Response ? await refusalOf(response) : null
  return answer ?? { error: 'We couldn’t send this right now. Please try again', status: 502 }
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
