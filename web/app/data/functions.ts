import { browserClient } from './browser-client.ts'

/** A function of the backend has refused. `message` is its own text, empty when it gave none. */
export class FunctionRefusal extends Error {
  override readonly name = 'FunctionRefusal'
  readonly status: number
  readonly code: string | undefined

  constructor(message: string, status: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Calls an edge function as the signed-in person. Throws FunctionRefusal with the `error` field of
 * its answer, or whatever stopped the call from getting there.
 */
export async function callFunction<Answer>(name: string, body: object): Promise<Answer> {
  const client = await browserClient()
  const { data, error } = await client.functions.invoke<Answer>(name, { body })
  if (!error) return data as Answer

  const response: unknown = (error as { context?: unknown }).context
  if (!(response instanceof Response)) throw error
  const answer = (await response.json().catch(() => null)) as {
    error?: unknown
    code?: unknown
  } | null
  throw new FunctionRefusal(
    typeof answer?.error === 'string' ? answer.error : '',
    response.status,
    typeof answer?.code === 'string' ? answer.code : undefined,
  )
}
