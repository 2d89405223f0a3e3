import { List, MapIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { ListedSpace, SpaceCursor } from '#web/data/spaces.ts'
import { lazy } from '#web/lib/lazy.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsNear } from '#web/lib/use-is-near.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { HighlightedSpace } from './space-grid.tsx'

const ResultsMap = lazy(() => import('./results-map.tsx'))

/**
 * A list of spaces with a map beside it. Loads the map's code when the map's frame is visible and
 * the page is idle, because the code is as large as the rest of the page.
 */
export function MapBeside(props: {
  list: { spaces: readonly ListedSpace[]; next: SpaceCursor | null }
  filter: SpaceFilter
  pathTo: (space: ListedSpace) => string
  /** `onSearchHere` receives the visible area in the format of the URL parameter `bounds`. */
  onSearchHere: (bounds: string) => void
  children: ReactNode
}) {
  const { list, filter, pathTo, onSearchHere, children } = props
  const [isMapShown, setMapShown] = useState(false)
  const [highlightedId, setHighlighted] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  // A search by map area keeps the map even if the area is empty, so that the user can move it.
  const hasMap = list.spaces.length > 0 || filter.bounds !== undefined
  const [isLoading, setLoading] = useState(false)

  const { ref: mapFrame, isNear } = useIsNear('0px')

  useEffect(() => (isNear ? whenIdle(() => setLoading(true)) : undefined), [isNear])

  function toggle() {
    flushSync(() => {
      setLoading(true)
      setMapShown(!isMapShown)
    })
    if (!isMapShown) frame.current?.scrollIntoView({ block: 'start' })
  }

  const spaceAt = (target: EventTarget) =>
    target instanceof Element
      ? (target.closest<HTMLElement>('[data-space]')?.dataset.space ?? null)
      : null

  return (
    <HighlightedSpace value={highlightedId}>
      <div
        ref={frame}
        className={cx(
          'relative scroll-mt-20 items-start gap-6 xl:gap-8',
          hasMap && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,42%)]',
        )}
      >
        <div
          data-beside
          className={cx('min-w-0', hasMap && (isMapShown ? 'max-lg:hidden' : 'max-lg:pb-15'))}
          onPointerOver={({ target, pointerType }) =>
            pointerType === 'mouse' && setHighlighted(spaceAt(target))
          }
          onPointerLeave={() => setHighlighted(null)}
          onFocus={({ target }) => setHighlighted(spaceAt(target))}
          onBlur={() => setHighlighted(null)}
        >
          {children}
        </div>
        {hasMap && (
          <>
            <div ref={mapFrame} className={cx('results-map', !isMapShown && 'max-lg:hidden')}>
              {isLoading && (
                <Suspense fallback={<Spinner />}>
                  <ResultsMap
                    spaces={list.spaces}
                    filter={filter}
                    hasMore={list.next !== null}
                    pathTo={pathTo}
                    onSearchHere={(bounds) => onSearchHere(bounds.join())}
                    highlightedId={highlightedId}
                    onHighlight={setHighlighted}
                  />
                </Suspense>
              )}
            </div>
            <div
              className={cx(
                'z-20 flex lg:hidden',
                // While the list is shown, this overlay starts below the list's heading, so that
                // the button never covers the sort field. The button is on the right, because the
                // titles and prices of the cards are on the left.
                isMapShown
                  ? 'sticky bottom-20 mt-4 justify-center'
                  : 'pointer-events-none absolute inset-x-0 top-36 bottom-0 items-end justify-end pr-3',
              )}
            >
              <Button
                onPress={toggle}
                className="pointer-events-auto sticky! bottom-20 shadow-floating"
              >
                {isMapShown ? (
                  <List aria-hidden className="size-4" />
                ) : (
                  <MapIcon aria-hidden className="size-4" />
                )}
                {isMapShown ? 'Show list' : 'Show map'}
              </Button>
            </div>
          </>
        )}
      </div>
    </HighlightedSpace>
  )
}
