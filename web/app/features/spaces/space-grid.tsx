import { createContext, Suspense, useContext } from 'react'
import type { ListedSpace } from '#web/data/spaces.ts'
import type { TimeQuery } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { SpaceCard } from './space-card.tsx'

/** Id of the space whose card or map pin is hovered or focused. Grid and map highlight it. */
export const HighlightedSpace = createContext<string | null>(null)

type SpaceGridProps = {
  label: string
  spaces: readonly ListedSpace[]
  time?: TimeQuery
  /** `fresh` contains the ids of spaces that arrived through Realtime after the page was loaded. */
  fresh?: ReadonlySet<string>
  /** `isShelf` shows the cards in one row, which scrolls sideways on phones. */
  isShelf?: boolean
  /** `eager` is the number of cards whose pictures are visible without scrolling. */
  eager?: number
  className?: string
  id?: string
}

export function SpaceGrid(props: SpaceGridProps) {
  const { label, spaces, time, fresh, isShelf, eager = 0, className, id } = props
  const highlightedId = useContext(HighlightedSpace)
  return (
    // Makes React hydrate the grid after the rest of the page, in short tasks that do not block
    // input.
    <Suspense>
      <ul
        id={id}
        aria-label={label}
        className={cx(
          'grid gap-4 *:min-w-0 *:snap-start sm:grid-cols-2 sm:gap-6 lg:grid-cols-3 lg:in-data-beside:grid-cols-2',
          isShelf && 'space-shelf',
          className,
        )}
      >
        {spaces.map((space, index) => (
          <li
            key={space.id}
            data-space={space.id}
            data-lit={space.id === highlightedId || undefined}
            className={
              fresh?.has(space.id)
                ? 'transition duration-700 ease-settle starting:translate-y-4 starting:opacity-0'
                : undefined
            }
          >
            <SpaceCard
              space={space}
              {...time}
              isEager={index < eager}
              isFirst={index === 0 && eager > 0}
            />
          </li>
        ))}
      </ul>
    </Suspense>
  )
}

export function focusCard(gridId: string, spaceId: string, options?: FocusOptions): void {
  const grid = document.getElementById(gridId)
  grid?.querySelector<HTMLElement>(`[data-space="${spaceId}"] a`)?.focus(options)
}
