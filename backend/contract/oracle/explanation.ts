import type { Outcome } from './state.ts'
import type { TestRequest } from './request-line.ts'

export type Both = { request: TestRequest; ours: Outcome; theirs: Outcome }

/** A known reason for differences from PostgREST 12, and when the reason applies. */
export type Explanation = {
  reason: string
  holds(difference: string, both: Both): boolean
}

type ErrorBody = Partial<Record<'code' | 'message' | 'details' | 'hint', unknown>>

/** Returns the error in a response body, or an empty object if the body contains no JSON error. */
export function errorOf({ status, body }: Outcome): ErrorBody {
  if (status < 300) return {}
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return {}
  }
}

/**
 * Returns the error codes of our response and of PostgREST's, separated by a space. Uses the status
 * of a response without an error code.
 */
export function codes({ ours, theirs }: Both): string {
  return [ours, theirs].map((answer) => String(errorOf(answer).code ?? answer.status)).join(' ')
}

/** Whether the errors in both responses have equal values for the given keys. */
export function sameIn({ ours, theirs }: Both, ...keys: (keyof ErrorBody)[]): boolean {
  const [own, other] = [errorOf(ours), errorOf(theirs)]
  return keys.every((key) => JSON.stringify(own[key]) === JSON.stringify(other[key]))
}
