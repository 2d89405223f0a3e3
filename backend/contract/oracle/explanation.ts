import type { Outcome } from './state.ts'
import type { TestRequest } from './request-line.ts'

export type Both = { request: TestRequest; ours: Outcome; theirs: Outcome }

/** A reason for a difference from PostgREST 12, and its condition. */
export type Explanation = {
  reason: string
  /** Whether it explains one of the `differences`. */
  holds(difference: string, both: Both): boolean
}

export type ErrorBody = Partial<Record<'code' | 'message' | 'details' | 'hint', unknown>>

/** The error of a response; empty for a success. */
export function errorOf({ status, body }: Outcome): ErrorBody {
  if (status < 300) return {}
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return {}
  }
}

/** Both error codes; for a response without one, its status. */
export function codes({ ours, theirs }: Both): string {
  return [ours, theirs].map((answer) => String(errorOf(answer).code ?? answer.status)).join(' ')
}

/** Whether both errors have equal values for these keys. */
export function sameIn({ ours, theirs }: Both, ...keys: (keyof ErrorBody)[]): boolean {
  const [own, other] = [errorOf(ours), errorOf(theirs)]
  return keys.every((key) => JSON.stringify(own[key]) === JSON.stringify(other[key]))
}
