import type { SpaceList } from './space-list.ts'

/** Lists that are remembered; the ones least recently shown are forgotten first. */
const mostRemembered = 20

/** Lists by history entry, so that going back finds what 'Show more' had brought. Browser only. */
const shown = new Map<string, SpaceList>()

/** Keeps a list as it is now for whoever comes back to `place`. */
export function remember(place: string, list: SpaceList): void {
  shown.delete(place)
  shown.set(place, list)
  const [oldest] = shown.keys()
  if (shown.size > mostRemembered && oldest !== undefined) shown.delete(oldest)
}

/** The list as it was left at `place`. */
export function recall(place: string): SpaceList | undefined {
  return shown.get(place)
}
