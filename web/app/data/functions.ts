import { FunctionsClient } from '@supabase/functions-js'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import { sessionToken } from './browser-client.ts'

/**
 * A function of the backend has refused. `message` is its own text, empty when it gave none;
 * `field` the field of a form that it refuses.
 */
export class FunctionRefusal extends Error {
  override readonly name = 'FunctionRefusal'
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined

  constructor(message: string, status: number, code?: string, field?: string) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

/**
 * Calls an edge function as the signed-in person, or with another `send`. Throws FunctionRefusal with
 * the `error` field of its answer, or whatever stopped the call from getting there.
 */
export async function callFunction<Answer>(
  name: string,
  body: object,
  send: typeof fetch = fetchAs(sessionToken),
): Promise<Answer> {
  const functions = new FunctionsClient(serviceUrl('functions'), { customFetch: send })
  const { data, error } = await functions.invoke<Answer>(name, { body })
  if (!error) return data as Answer

  const response: unknown = (error as { context?: unknown }).context
  if (!(response instanceof Response)) throw error
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const text = (name: string) => {
    const value = answer?.[name]
    return typeof value === 'string' ? value : undefined
  }
  throw new FunctionRefusal(text('error') ?? '', response.status, text('code'), text('field'))
}
