import type { Outcome } from './state.ts'
import type { Asked } from './request-line.ts'

export type Both = { request: Asked; ours: Outcome; theirs: Outcome }

/** Why our answer is not that of PostgREST 12, and when that reason holds. */
export type Explanation = {
  reason: string
  /** Whether it explains one difference of `differences`. */
  holds(difference: string, both: Both): boolean
}

export type ErrorBody = Partial<Record<'code' | 'message' | 'details' | 'hint', unknown>>

/** The error an answer tells of; empty for an answer that is none. */
export function errorOf({ status, body }: Outcome): ErrorBody {
  if (status < 300) return {}
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return {}
  }
}

/** Both error codes; of an answer that has none, its status. */
export function codes({ ours, theirs }: Both): string {
  return [ours, theirs].map((answer) => String(errorOf(answer).code ?? answer.status)).join(' ')
}

/** Whether the two errors agree in these of their keys. */
export function sameIn({ ours, theirs }: Both, ...keys: (keyof ErrorBody)[]): boolean {
  const [own, other] = [errorOf(ours), errorOf(theirs)]
  return keys.every((key) => JSON.stringify(own[key]) === JSON.stringify(other[key]))
}
