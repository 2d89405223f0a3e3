import { isPlainLabel, plainLabelHint } from '@hourspace/domain/listing.ts'
import type { SpaceType } from '#web/data/space-types.ts'

/**
 * Returns the error text for the display name of a space type; undefined if it is valid. `others`
 * are the other space types, because visitors could not tell two types with one name apart.
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
