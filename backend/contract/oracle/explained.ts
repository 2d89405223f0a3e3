import { byChoice } from './explained-by-choice.ts'
import { byFault } from './explained-by-fault.ts'
import { byVersion } from './explained-by-version.ts'
import type { Both } from './explanation.ts'

/**
 * Returns the differences between the responses of Hourspace and PostgREST that no explanation
 * covers. Counts the uses of each explanation.
 */
export function unexplained(
  found: readonly string[],
  both: Both,
  used?: Map<string, number>,
): string[] {
  // Never explains a data API status of 500 or above as a deliberate difference.
  const explanations = both.ours.status < 500 ? [...byVersion, ...byChoice, ...byFault] : byVersion
  const reasons = new Set<string>()
  const left = found.filter((difference) => {
    const explanation = explanations.find((each) => each.holds(difference, both))
    if (explanation) reasons.add(explanation.reason)
    return !explanation
  })
  for (const reason of reasons) used?.set(reason, (used.get(reason) ?? 0) + 1)
  return left
}
