import { asia } from './spaces/asia.ts'
import { asiaSouthAndOceania } from './spaces/asia-south-and-oceania.ts'
import { europeSouth } from './spaces/europe-south.ts'
import { europeWest } from './spaces/europe-west.ts'
import { latinAmerica } from './spaces/latin-america.ts'
import type { DemoSpace } from './spaces/space.ts'
import { unitedStatesCentral } from './spaces/united-states-central.ts'
import { unitedStatesEast } from './spaces/united-states-east.ts'
import { unitedStatesWest } from './spaces/united-states-west.ts'

/** Demo space types in addition to those in `supabase/schemas`, in the order of the type filter. */
export const moreSpaceTypes = [
  { name: 'rooftop', label: 'Rooftop' },
  { name: 'gallery', label: 'Gallery' },
  { name: 'kitchen', label: 'Kitchen' },
  { name: 'dance-studio', label: 'Dance Studio' },
  { name: 'podcast-studio', label: 'Podcast Studio' },
  { name: 'recording-studio', label: 'Recording Studio' },
  { name: 'workshop', label: 'Workshop' },
  { name: 'loft', label: 'Loft' },
  { name: 'lounge', label: 'Lounge' },
]

/** All demo spaces, alternating between regions. */
export const spaces: readonly DemoSpace[] = interleave([
  unitedStatesEast,
  asia,
  europeWest,
  unitedStatesWest,
  europeSouth,
  unitedStatesCentral,
  asiaSouthAndOceania,
  latinAmerica,
])

function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat()
}

export function pictureNames(space: Pick<DemoSpace, 'slug' | 'pictures'>): string[] {
  return Array.from({ length: space.pictures }, (_, view) => `${space.slug}-${view + 1}.webp`)
}
