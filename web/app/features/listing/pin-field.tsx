import { MapPin } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Point } from '@hourspace/domain/gazetteer.ts'
import { carriedEnvironment } from '#web/data/environment.ts'
import { cx } from '#web/ui/cx.ts'
import { Map, MapMarker } from '#web/ui/map/map.tsx'

/**
 * Distance in pixels that an arrow key moves the pin. With Shift, the distance is ten times as
 * long.
 */
const step = 8

/** Map on which the host drags the pin, or moves it with the arrow keys. */
export default function PinField(props: {
  point: Point
  onChange: (point: Point) => void
  className?: string
}) {
  const { point, onChange, className } = props
  const [zoom, setZoom] = useState(12)
  // The last point that the host set. A `point` that differs from it comes from a newly chosen city
  // and moves the map.
  const [own, setOwn] = useState<Point | null>(null)
  const [view, setView] = useState({ center: point, zoom: 12 })
  if (point !== view.center && point !== own) setView({ center: point, zoom: 12 })

  function move(to: Point) {
    setOwn(to)
    onChange(to)
  }

  function press(event: KeyboardEvent) {
    const [east, north] = arrows[event.key] ?? []
    if (east === undefined || north === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const degrees = (360 / (512 * 2 ** zoom)) * step * (event.shiftKey ? 10 : 1)
    const { latitude, longitude } = point
    move({
      latitude: latitude + north * degrees * Math.cos((latitude * Math.PI) / 180),
      longitude: longitude + east * degrees,
    })
  }

  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <p className="text-sm font-semibold">Pin on the map</p>
      <div className="h-80 overflow-hidden rounded-card border border-line">
        <Map
          label="Map with the pin of your space"
          view={view}
          styleUrl={carriedEnvironment()?.map?.styleUrl}
          isEmbedded
          onMoved={(_, { zoom }) => setZoom(zoom)}
          className="size-full"
        >
          <MapMarker point={point} anchor="bottom" onDrop={move}>
            <button
              type="button"
              aria-label="Pin of your space"
              aria-describedby="pin-hint pin-point"
              onKeyDown={press}
              className="flex size-12 cursor-grab items-end justify-center rounded-full active:cursor-grabbing"
            >
              <MapPin aria-hidden className="size-11 fill-accent text-on-accent drop-shadow" />
            </button>
          </MapMarker>
        </Map>
      </div>
      <p id="pin-hint" className="text-sm text-ink-faint">
        Drag the pin to the entrance, or focus it and use the arrow keys (Shift for larger steps).
      </p>
      <p id="pin-point" aria-live="polite" className="sr-only">
        {`${point.latitude.toFixed(4)}, ${point.longitude.toFixed(4)}`}
      </p>
    </div>
  )
}

const arrows: Record<string, [east: number, north: number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
