import type { ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'
import type { SpaceList } from '#web/features/spaces/space-list.ts'

/** Maximum number of spaces on a shelf. If there are more, the shelf has a 'View All' button. */
export const shelfSize = 6

type SpaceShelfProps = {
  id: string
  title: string
  children?: ReactNode
  list: SpaceList
  limit?: number
  error: string | undefined
  emptyText: string
  more: ReactNode
}

export function SpaceShelf(props: SpaceShelfProps) {
  const { id, title, children, list, limit, error, emptyText, more } = props
  const spaces = list.spaces.slice(0, limit)
  const hasMore = list.next !== null || list.spaces.length > spaces.length
  return (
    <section aria-labelledby={id} className="page flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        {children}
      </div>
      {error && <Banner tone="error">{error}</Banner>}
      {spaces.length === 0 && !error && <p className="text-ink-soft">{emptyText}</p>}
      <SpaceGrid label={title} spaces={spaces} fresh={list.fresh} isShelf />
      {hasMore && <div className="self-center">{more}</div>}
    </section>
  )
}
