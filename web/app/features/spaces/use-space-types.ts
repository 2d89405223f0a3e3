import { useState } from 'react'
import type { SpaceType } from '#web/data/space-types.ts'

/** The loaded types and, after them, those that were added while the page was open. */
export function useSpaceTypes(loaded: readonly SpaceType[]) {
  const [added, setAdded] = useState<readonly SpaceType[]>([])
  const byName = new Map([...loaded, ...added].map((type) => [type.name, type]))
  return {
    types: [...byName.values()],
    addType: (type: SpaceType) => setAdded((before) => [...before, type]),
  }
}
