import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { carriedEnvironment } from '#web/data/environment.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import { type ListedSpace, listSpaces, type SpaceCursor } from '#web/data/spaces.ts'
import { Button } from '#web/ui/button.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Bounds, Map, MapMarker } from '#web/ui/map/map.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { boundsAround, groupPins, isLocated, isWithin, type PinGroup } from './group-pins.ts'

type ResultsMapProps = {
  spaces: readonly ListedSpace[]
  /**
   * `filter` is the filter of the list. With it, the map also loads the spaces of further pages.
   */
  filter: SpaceFilter
  hasMore: boolean
  onSearchHere: (bounds: Bounds) => void
  highlightedId: string | null
  onHighlight: (id: string | null) => void
  pathTo: (space: ListedSpace) => string
}

const mostPins = 200

/** Maximum page size that `listSpaces` accepts. */
const pageSize = 100

const wholeWorld: Bounds = [-130, -45, 155, 65]

/** From this zoom level on, pressing a group of pins opens a card instead of zooming in. */
const closeZoom = 15

async function loadPins(filter: SpaceFilter): Promise<ListedSpace[]> {
  const client = await browserClient()
  const spaces: ListedSpace[] = []
  let after: SpaceCursor | null = null
  do {
    const page = await listSpaces(client, filter, { after, limit: pageSize })
    spaces.push(...page.spaces)
    after = page.next
  } while (after && spaces.length < mostPins)
  return spaces
}

/** A map with a price pin for each space. Import it with `lazy`, because MapLibre is large. */
export default function ResultsMap(props: ResultsMapProps) {
  const { spaces, filter, hasMore, onSearchHere, highlightedId, onHighlight, pathTo } = props
  const filterKey = JSON.stringify(filter)
  const [pins, setPins] = useState<{ filterKey: string; spaces: ListedSpace[] }>()
  const further = pins?.filterKey === filterKey ? pins.spaces : null
  const all = useMemo(() => {
    const listed = new Set(spaces.map(({ id }) => id))
    return [...spaces, ...(further ?? []).filter(({ id }) => !listed.has(id))].filter(isLocated)
  }, [spaces, further])

  const currentFilter = useEffectEvent(() => filter)
  useEffect(() => {
    if (!hasMore) return
    let isCurrent = true
    loadPins(currentFilter()).then(
      (spaces) => isCurrent && setPins({ filterKey, spaces }),
      // Only logs the error, because the map still shows the spaces of the list.
      (error: unknown) => console.warn('Failed to load pins', error),
    )
    return () => {
      isCurrent = false
    }
  }, [filterKey, hasMore])

  // Moves the map when the filter changes, and when more pins load unless the user has moved it.
  // 'Show more' does not move the map.
  const fitKey = `${filterKey} ${further ? 'all' : 'listed'}`
  const viewOf = () => unwrapped(filter.bounds) ?? boundsAround(all) ?? wholeWorld
  const [fit, setFit] = useState(() => ({ fitKey, bounds: viewOf() }))
  const [seen, setSeen] = useState<{ bounds: Bounds; zoom: number }>()
  const [isMoved, setMoved] = useState(false)
  const [selected, setSelected] = useState<{ ids: readonly string[]; index: number } | null>(null)
  if (fit.fitKey !== fitKey) {
    const isNewFilter = !fit.fitKey.startsWith(`${filterKey} `)
    setFit({ fitKey, bounds: isMoved && !isNewFilter ? fit.bounds : viewOf() })
    if (isNewFilter) {
      setMoved(false)
      setSelected(null)
    }
  }

  // Rounds the zoom, so that pins do not regroup on every frame.
  const zoom = Math.round((seen?.zoom ?? 2) * 4) / 4
  const groups = useMemo(() => groupPins(all, zoom), [all, zoom])
  const shown = seen ? groups.filter((group) => isWithin(group, widened(seen.bounds))) : []
  const open = selected && all.find(({ id }) => id === selected.ids[selected.index])
  const view = useMemo(() => ({ bounds: fit.bounds }), [fit.bounds])

  function close() {
    setSelected(null)
    onHighlight(null)
  }

  function openGroup(group: PinGroup<ListedSpace>) {
    const bounds = boundsAround(group.spaces)
    if (group.spaces.length > 1 && zoom < closeZoom && bounds && spanOf(bounds) > 0.0002) {
      setFit({ fitKey, bounds: [...bounds] as Bounds })
      return
    }
    setSelected({ ids: group.spaces.map(({ id }) => id), index: 0 })
    onHighlight(group.spaces[0]?.id ?? null)
  }

  function step(by: number) {
    if (!selected) return
    const index = (selected.index + by + selected.ids.length) % selected.ids.length
    setSelected({ ...selected, index })
    onHighlight(selected.ids[index] ?? null)
  }

  return (
    <Map
      label="Map of the spaces"
      view={view}
      styleUrl={carriedEnvironment()?.map?.styleUrl}
      className="size-full"
      onMoved={(bounds, { byUser, zoom }) => {
        setSeen({ bounds, zoom })
        if (byUser) setMoved(true)
      }}
    >
      {shown.map((group) => {
        const ids = group.spaces.map(({ id }) => id)
        const isLit =
          (highlightedId !== null && ids.includes(highlightedId)) ||
          (open !== null && open !== undefined && ids.includes(open.id))
        return (
          <MapMarker key={group.spaces[0]?.id} point={group} isRaised={isLit}>
            <Pin
              group={group}
              isLit={isLit}
              onOpen={() => openGroup(group)}
              onHighlight={onHighlight}
            />
          </MapMarker>
        )
      })}
      {isMoved && seen && (
        <div className="pointer-events-none absolute inset-x-0 top-3 flex justify-center px-16">
          <Button
            size="small"
            variant="secondary"
            className="pointer-events-auto shadow-floating"
            onPress={() => {
              setMoved(false)
              onSearchHere(wrapped(seen.bounds))
            }}
          >
            Search this area
          </Button>
        </div>
      )}
      {all.length === 0 && (
        <p className="pointer-events-none absolute inset-x-4 bottom-14 mx-auto w-fit rounded-control bg-surface px-4 py-2 text-center text-sm shadow-raised">
          No space in this list has a place on the map.
        </p>
      )}
      {open && selected && (
        <OpenSpace
          space={open}
          path={pathTo(open)}
          index={selected.index}
          count={selected.ids.length}
          onStep={step}
          onClose={close}
        />
      )}
    </Map>
  )
}

function Pin(props: {
  group: PinGroup<ListedSpace>
  isLit: boolean
  onOpen: () => void
  onHighlight: (id: string | null) => void
}) {
  const { group, isLit, onOpen, onHighlight } = props
  const [first, ...others] = group.spaces
  if (!first) return null
  const price = formatMoney(first.price, first.currency, { decimals: 0 })
  const count = others.length + 1
  return (
    <button
      type="button"
      aria-label={
        count === 1 ? `${first.title}, ${price} per hour` : `${count} spaces in ${first.location}`
      }
      onClick={onOpen}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHighlight(first.id)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onHighlight(null)}
      onFocus={() => onHighlight(first.id)}
      onBlur={() => onHighlight(null)}
      data-pin={group.spaces.map(({ id }) => id).join(' ')}
      data-lit={isLit || undefined}
      className="group flex min-h-11 min-w-11 items-center justify-center rounded-full outline-none"
    >
      <span
        className={cx(
          'rounded-full border px-2.5 py-1 text-sm font-semibold whitespace-nowrap shadow-raised transition duration-150 ease-settle group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus motion-reduce:transition-none',
          isLit
            ? 'scale-110 border-accent bg-accent text-on-accent'
            : 'border-line bg-surface text-ink',
        )}
      >
        {count === 1 ? price : `${count} spaces`}
      </span>
    </button>
  )
}

function OpenSpace(props: {
  space: ListedSpace
  path: string
  index: number
  count: number
  onStep: (by: number) => void
  onClose: () => void
}) {
  const { space, path, index, count, onStep, onClose } = props
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.querySelector('a')?.focus({ preventScroll: true }), [])
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())
  useEffect(() => {
    const listener = (event: KeyboardEvent) => closeOnEscape(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <section
      ref={card}
      aria-label="Selected space"
      className="absolute inset-x-3 bottom-3 z-10 max-lg:bottom-16 mx-auto flex max-w-md overflow-hidden rounded-card border border-line bg-surface shadow-floating"
    >
      <CoverPicture
        space={space}
        smallest={240}
        sizes="8rem"
        className="w-28 shrink-0 self-stretch object-cover sm:w-32"
      />
      <div className="flex min-w-0 grow flex-col gap-1 py-3 pl-4">
        <p className="pr-11 font-display leading-snug font-semibold wrap-anywhere">
          <Link to={path} className="line-clamp-2 hover:underline">
            {space.title}
          </Link>
        </p>
        <p className="truncate text-sm text-ink-soft">{`${space.location}, ${space.country}`}</p>
        <div className="flex min-h-11 items-center gap-3 text-sm">
          <Price
            amount={space.price}
            currency={space.currency}
            decimals={0}
            unit="/hr"
            className="font-semibold"
          />
          <Rating value={space.rating} />
          {count > 1 && (
            <span className="ml-auto flex items-center text-ink-soft">
              <IconButton icon={ChevronLeft} label="Previous space" onPress={() => onStep(-1)} />
              <span aria-live="polite">{`${index + 1}/${count}`}</span>
              <IconButton icon={ChevronRight} label="Next space" onPress={() => onStep(1)} />
            </span>
          )}
        </div>
      </div>
      <IconButton icon={X} label="Close" onPress={onClose} className="absolute top-1 right-1" />
    </section>
  )
}

const spanOf = ([west, south, east, north]: Bounds) => Math.max(east - west, north - south)

/** Extends map bounds by a margin, so that pins at the edge are fully visible. */
function widened([west, south, east, north]: Bounds): Bounds {
  const [x, y] = [(east - west) / 10, (north - south) / 10]
  return [west - x, south - y, east + x, north + y]
}

const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/**
 * Converts the map's bounds for a filter. Brings longitudes within ±180 degrees. West may then
 * exceed east.
 */
function wrapped([west, south, east, north]: Bounds): Bounds {
  const wrap = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const [from, to] = east - west >= 360 ? [-180, 180] : [wrap(west), wrap(east)]
  return [rounded(from), rounded(Math.max(south, -90)), rounded(to), rounded(Math.min(north, 90))]
}

/** Converts a filter's bounds for the map, which requires that east exceeds west. */
function unwrapped(bounds: Bounds | undefined): Bounds | null {
  if (!bounds) return null
  const [west, south, east, north] = bounds
  return [west, Math.max(south, -85), east < west ? east + 360 : east, Math.min(north, 85)]
}
