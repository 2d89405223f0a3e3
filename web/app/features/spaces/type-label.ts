import { isPlainLabel, plainLabelHint } from '@hourspace/domain/listing.ts'
import type { SpaceType } from '#web/data/space-types.ts'

/**
 * Returns the error text for the display name of a space type; undefined if the name is valid.
 * `others` are the other space types, which must have different names.
 */
export function typeLabelProblem(
  label: string,
  others: readonly Pick<SpaceType, 'label'>[],
): string | undefined {
  const words = label.trim()
  if (!words) return 'Please enter a display name'
  if (!isPlainLabel(label)) return plainLabelHint
  const same = others.find((other) => other.label.toLowerCase() === words.toLowerCase())
  return same && `There is already a type named ${same.label}`
}
