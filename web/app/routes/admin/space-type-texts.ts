import type { SpaceType } from '#web/data/space-types.ts'

export function spacesText(count: number): string {
  if (count === 0) return 'no spaces'
  return count === 1 ? '1 space' : `${count.toLocaleString('en-US')} spaces`
}

/**
 * Returns the text about what changes when a space type is removed. `needsTarget` is true if
 * another type must replace it. `spaces` does not count the spaces of deleted accounts.
 */
export function removalText(
  { label, spaces }: Pick<SpaceType, 'label'> & { spaces: number },
  needsTarget: boolean,
): string {
  const first = `${label} disappears from every page.`
  if (!needsTarget) return `${first} No space uses it.`
  const who = spaces === 0 ? 'Any spaces' : spaces === 1 ? 'Its space' : `Its ${spacesText(spaces)}`
  return `${first} ${who} ${spaces === 1 ? 'changes' : 'change'} to the type you choose.`
}

/** Returns the notice after the removal of a space type. `target` is the new type of its spaces. */
export function removedText(label: string, target: Pick<SpaceType, 'label'> | undefined): string {
  return target ? `${label} was merged into ${target.label}` : `${label} was removed`
}
