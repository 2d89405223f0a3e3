import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { spacesById } from '#web/data/spaces.ts'
import { recentSpaces } from '#web/features/spaces/recent-spaces.ts'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'
import { Button } from '#web/ui/button.tsx'

export default function RecentlyViewed() {
  const [ids, setIds] = useState(recentSpaces.read)
  const { data = [] } = useQuery({
    queryKey: ['recently viewed', ids],
    queryFn: async () => spacesById(await browserClient(), ids),
  })
  if (ids.length === 0 || data.length === 0) return null
  return (
    <section aria-labelledby="recently-viewed" className="page flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="recently-viewed" className="text-3xl">
          Recently viewed
        </h2>
        <Button
          variant="quiet"
          onPress={() => {
            for (const id of ids) recentSpaces.remove(id)
            setIds([])
          }}
        >
          Clear
        </Button>
      </div>
      <SpaceGrid label="Recently viewed" spaces={data} isShelf />
    </section>
  )
}
