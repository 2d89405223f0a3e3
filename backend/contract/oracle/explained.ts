import type { Outcome } from './state.ts'
import type { Asked } from './request-line.ts'

/** Why our answer is not that of PostgREST 12, and when that reason holds. */
export type Explanation = {
  reason: string
  /** Whether it explains one difference of `differences`. */
  holds(difference: string, both: { request: Asked; ours: Outcome; theirs: Outcome }): boolean
}

export const explanations: readonly Explanation[] = []

/** The differences that nothing explains; counts each reason that was used in `used`. */
export function unexplained(
  found: readonly string[],
  both: { request: Asked; ours: Outcome; theirs: Outcome },
  used?: Map<string, number>,
): string[] {
  return found.filter((difference) => {
    const explanation = explanations.find((each) => each.holds(difference, both))
    if (explanation) used?.set(explanation.reason, (used.get(explanation.reason) ?? 0) + 1)
    return !explanation
  })
}
