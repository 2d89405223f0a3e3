import { ArrowUp, SearchX } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { browserClient } from '#web/data/browser-client.ts'
import { defaultOrder, orderOf, type SpaceFilter, spaceOrders } from '#web/data/spaces-filter.ts'
import type { SpaceCursor, SpacePage } from '#web/data/spaces.ts'
import { messageOf } from '#web/lib/errors.ts'
import { isTyping } from '#web/lib/is-typing.ts'
import type { SpacesQuery, TimeQuery } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { shownCount } from './format-search.ts'
import type { Relaxation } from './load-spaces.ts'
import type { OtherTime } from './other-times.ts'
import { focusCard, SpaceGrid } from './space-grid.tsx'
import type { LiveList } from './use-space-list.ts'

type SpaceResultsProps = {
  list: LiveList
  filter: SpaceFilter
  /** `total` counts the spaces that match the filter, up to 1,001; undefined if unknown. */
  total?: number
  time?: TimeQuery
  words?: Pick<SpacePage, 'corrections' | 'ignored'>
  relaxations?: readonly Relaxation[]
  otherTimes?: readonly OtherTime[]
  onRelax?: (part: SpacesQuery) => void
  /** `isLoading` is true while a list for another filter is loading. */
  isLoading: boolean
  error: string | undefined
  emptyText: string
  onClear: (() => void) | undefined
  /** `wayOut` is a link that an empty list shows if there are no filters to clear. */
  wayOut?: ReactNode
  pathAfter: (cursor: SpaceCursor) => string
  order?: ReactNode
  eager?: number
}

export function SpaceResults(props: SpaceResultsProps) {
  const { list, filter, isLoading, error, emptyText, onClear, pathAfter, order, eager } = props
  const { total, time, words, relaxations = [], otherTimes = [], onRelax, wayOut } = props
  const isEmpty = list.spaces.length === 0
  const { isLoadingMore, moreError, loadMore } = useMore(list, filter)
  const failure = error ?? moreError

  return (
    <div className="flex flex-col gap-3 sm:gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <output className="min-h-6 text-sm text-ink-soft">
          {isLoading
            ? 'Loading spaces...'
            : !error && <Summary list={list} filter={filter} total={total} hasOrder={!!order} />}
        </output>
        {!isEmpty && order}
      </div>
      {words && !isLoading && !isEmpty && <Words {...words} />}
      {failure && <Banner tone="error">{failure}</Banner>}
      {isEmpty && !error && !isLoading && (
        <EmptyState
          icon={SearchX}
          title={emptyText}
          action={
            onClear ? (
              <div className="flex flex-wrap justify-center gap-3">
                {otherTimes.map(({ label, time, total }) => (
                  <Button key={label} onPress={() => onRelax?.({ from: undefined, ...time })}>
                    {label}
                    <span className="font-normal">{spacesText(total)}</span>
                  </Button>
                ))}
                {otherTimes.length > 0 && <span className="basis-full" />}
                {relaxations.map(({ key, label, without, total }) => (
                  <Button
                    key={key}
                    variant={otherTimes.length > 0 ? 'secondary' : 'primary'}
                    onPress={() => onRelax?.(without)}
                    className="max-w-full"
                  >
                    <span className="max-w-72 min-w-0 truncate">Remove {label}</span>
                    <span className="shrink-0 font-normal">{spacesText(total)}</span>
                  </Button>
                ))}
                <Button variant="secondary" onPress={onClear}>
                  Clear filters
                </Button>
              </div>
            ) : (
              wayOut
            )
          }
        >
          {otherTimes.length > 0
            ? 'Free at other times:'
            : relaxations.length > 0 && reasonText(relaxations)}
        </EmptyState>
      )}
      <WaitingSpaces list={list} />
      <SpaceGrid
        id={list.gridId}
        label="Spaces"
        spaces={list.spaces}
        fresh={list.fresh}
        {...(time && { time })}
        {...(eager !== undefined && { eager })}
        className={cx('transition-opacity duration-200', isLoading && 'opacity-60 delay-150')}
      />
      {list.next && (
        <a
          href={pathAfter(list.next)}
          onClick={loadMore}
          aria-busy={isLoadingMore || undefined}
          className={cx(buttonStyles({ variant: 'secondary' }), 'mt-3 self-center')}
        >
          {isLoadingMore && <Spinner />}
          Show more
        </a>
      )}
    </div>
  )
}

const spacesText = (count: number) => (count === 1 ? '1 space' : `${shownCount(count)} spaces`)

/** Returns a hint for an empty list, such as 'Without “sauna” there are 12 spaces.' */
function reasonText(relaxations: readonly Relaxation[]): string {
  const [first] = relaxations
  if (relaxations.length > 1 || !first) return 'Remove one of these filters to see spaces again.'
  return `Without “${first.label.replaceAll(/[“”]/g, '')}” there ${first.total === 1 ? 'is' : 'are'} ${spacesText(first.total)}.`
}

function Summary(props: {
  list: LiveList
  filter: SpaceFilter
  total: number | undefined
  /** True if a field shows the order. The text then contains the order only for screen readers. */
  hasOrder: boolean
}) {
  const { filter, total, hasOrder } = props
  const { spaces, next } = props.list
  const count = spaces.length
  if (count === 0) return '0 spaces'
  if (count === 1 && !next) return spacesText(1)
  const order = orderOf(filter)
  const { said, column } = spaceOrders[order]
  const isMixed = column === 'price_key' && new Set(spaces.map((space) => space.currency)).size > 1
  const shown = !next
    ? spacesText(count)
    : total
      ? `${count} of ${spacesText(Math.max(total, count + 1))}`
      : `Showing ${count} spaces`
  return (
    <>
      {shown}
      {(next || order !== defaultOrder) && (
        <span className={hasOrder ? 'sr-only' : undefined}>{`, ${said}`}</span>
      )}
      {isMixed && '; prices in different currencies are compared approximately'}
    </>
  )
}

function Words({ corrections, ignored }: Pick<SpacePage, 'corrections' | 'ignored'>) {
  if (corrections.length === 0 && ignored.length === 0) return null
  const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(' and ')
  return (
    <div className="-mt-2 flex flex-col gap-1 wrap-anywhere text-ink-soft">
      {corrections.length > 0 && (
        <p>
          Showing results for <b className="text-ink">{quoted(corrections.map(({ to }) => to))}</b>.
          No space mentions {quoted(corrections.map(({ from }) => from))}.
        </p>
      )}
      {ignored.length > 0 && (
        <p>
          No space matches every word, so the results leave out{' '}
          <b className="text-ink">{quoted(ignored)}</b>.
        </p>
      )}
    </div>
  )
}

/**
 * Makes the link 'Show more' append the next page instead of opening it, and focuses the first new
 * space.
 */
function useMore(list: LiveList, filter: SpaceFilter) {
  const [isLoadingMore, setLoading] = useState(false)
  const [moreError, setError] = useState<string>()

  async function loadMore(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (isLoadingMore) return
    setLoading(true)
    setError(undefined)
    try {
      const { listSpacesWithHours } = await import('./load-spaces.ts')
      const page = await listSpacesWithHours(await browserClient(), filter, { after: list.next })
      flushSync(() => list.append(page))
      const [first] = page.spaces
      if (first && !isTyping()) focusCard(list.gridId, first.id, { preventScroll: true })
    } catch (reason) {
      setError(messageOf(reason, 'Failed to fetch spaces'))
    } finally {
      setLoading(false)
    }
  }

  return { isLoadingMore, moreError, loadMore }
}

/**
 * Button that inserts `list.waiting`: new spaces that belong above the viewport. The button floats
 * over the list, so that its appearance does not move the list.
 */
function WaitingSpaces({ list }: { list: LiveList }) {
  const { waiting, gridId } = list
  const latest = waiting.at(-1)

  function show() {
    flushSync(list.showWaiting)
    if (latest) focusCard(gridId, latest.id)
  }

  return (
    <output className="pointer-events-none sticky top-20 z-20 -mt-5 flex h-0 justify-center">
      {latest && (
        <Button size="small" onPress={show} className="pointer-events-auto shadow-floating">
          <ArrowUp aria-hidden className="size-4" />
          {waiting.length === 1 ? 'Show 1 new space' : `Show ${waiting.length} new spaces`}
        </Button>
      )}
    </output>
  )
}
