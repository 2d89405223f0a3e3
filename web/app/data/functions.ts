import { FunctionsClient } from '@supabase/functions-js'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import { sessionToken } from './browser-client.ts'

/**
 * The error response of an edge function. `field` names the invalid form field. `bookingId` is the
 * booking that the caller already has for the requested time.
 */
export class FunctionRefusal extends Error {
  override readonly name = 'FunctionRefusal'
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined
  readonly bookingId: string | undefined

  constructor(message: string, status: number, code?: string, field?: string, bookingId?: string) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
    this.bookingId = bookingId
  }
}

/**
 * Calls an edge function as the user. Throws a FunctionRefusal for an error response, and the
 * library's error if there was no response.
 */
export async function callFunction<Answer>(
  name: string,
  body: object,
  send: typeof fetch = fetchAs(sessionToken),
): Promise<Answer> {
  const functions = new FunctionsClient(serviceUrl('functions'), { customFetch: send })
  const { data, error } = await functions.invoke<Answer>(name, { body })
  if (!error) return data as Answer

  throw (await refusalOf(error)) ?? error
}

/** Returns the error response of an edge function. Returns null if the request got no response. */
export async function refusalOf(error: unknown): Promise<FunctionRefusal | null> {
  const response: unknown = (error as { context?: unknown }).context
  if (!(response instanceof Response)) return null
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const text = (name: string) => {
    const value = answer?.[name]
    return typeof value === 'string' ? value : undefined
  }
  return new FunctionRefusal(
    text('error') ?? '',
    response.status,
    text('code'),
    text('field'),
    text('bookingId'),
  )
}
