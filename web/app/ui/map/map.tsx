import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import {
  LngLat,
  Map as MapLibre,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { nearestCity, type Point } from '@hourspace/domain/gazetteer.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsDark } from '#web/ui/theme.ts'
import { boundsOf, refineWorld } from './fine-world.ts'
import { defaultStyle, loadWorld, readColors, showWaterWithLand } from './map-style.ts'
import type { Bounds, World } from './world.ts'

export type { Bounds } from './world.ts'

// Sets the URL of MapLibre's worker, because the default URL is wrong in a bundle. The
// Content-Security-Policy allows only workers of the site.
setWorkerUrl(new URL(workerUrl, document.baseURI).href)

type MapView = { bounds: Bounds } | { center: Point; zoom: number }

const MapContext = createContext<MapLibre | null>(null)

/**
 * From this zoom level on, the map shows the name of the city at its center, because the city's
 * label may be out of view.
 */
const closeZoom = 10.5

const maximumZoom = 17

type MapProps = {
  label: string
  /** `view` is the initial view. Changing it moves the map. */
  view: MapView
  /**
   * `styleUrl` is a MapLibre style, usually with map tiles. The default style loads nothing from
   * other hosts.
   */
  styleUrl?: string | undefined
  /**
   * `isEmbedded` requires Ctrl to zoom with the wheel and two fingers to pan by touch, so that the
   * page around the map can be scrolled.
   */
  isEmbedded?: boolean
  /**
   * Called after the visible part of the map has changed. `byUser` is false if the app moved the
   * map.
   */
  onMoved?: (bounds: Bounds, state: { byUser: boolean; zoom: number }) => void
  children?: ReactNode
  className?: string
}

/** An interactive map. Load it lazily and only in the browser. */
export function Map(props: MapProps) {
  const [attempt, setAttempt] = useState(0)
  return <LoadedMap key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function LoadedMap(props: MapProps & { onRetry: () => void }) {
  const { label, view, styleUrl, isEmbedded = false, children, className, onRetry } = props
  const container = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<{ map: MapLibre; world: World | null }>()
  const [failure, setFailure] = useState<'unsupported' | 'offline'>()
  const [cityName, setCityName] = useState<string>()
  const isDark = useIsDark()

  const onMoved = useEffectEvent((moved: MapLibre, byUser: boolean) => {
    const { lat: latitude, lng: longitude } = moved.getCenter()
    const isClose = moved.getZoom() >= closeZoom && !styleUrl
    setCityName(isClose ? nearestCity({ latitude, longitude }, 40)?.name : undefined)
    props.onMoved?.(boundsOf(moved), { byUser, zoom: moved.getZoom() })
  })
  const create = useEffectEvent((container: HTMLElement) => {
    const map = new MapLibre({
      container,
      ...('bounds' in view
        ? { bounds: corners(view.bounds), fitBoundsOptions: fitOptions(styleUrl) }
        : { center: lngLat(view.center), zoom: view.zoom }),
      minZoom: 0,
      // Allows a narrow map to show the whole world, with empty space beyond the poles.
      transformConstrain: ({ lng, lat }, zoom) => ({
        center: new LngLat(lng, Math.max(-80, Math.min(80, lat))),
        zoom: Math.max(0, Math.min(maximumZoom, zoom)),
      }),
      maxZoom: maximumZoom,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      cooperativeGestures: isEmbedded,
      attributionControl: { compact: true },
      locale: { 'Map.Title': label },
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-left')
    let byUser = false
    map.on('movestart', ({ originalEvent }) => {
      byUser ||= originalEvent !== undefined
    })
    map.on('moveend', () => {
      onMoved(map, byUser)
      byUser = false
    })
    onMoved(map, false)
    return map
  })

  useEffect(() => {
    let isCurrent = true
    let map: MapLibre | undefined
    async function load() {
      const world = styleUrl ? null : await loadWorld()
      if (!isCurrent || !container.current) return
      try {
        map = create(container.current)
        if (world) refineWorld(map)
        setLoaded({ map, world })
      } catch (error) {
        console.warn('The map is unavailable', error)
        setFailure('unsupported')
      }
    }
    load().catch(() => setFailure('offline'))
    return () => {
      isCurrent = false
      // Waits until the map has loaded, because removing it earlier leaves rejected promises of
      // MapLibre unhandled.
      if (map?.loaded()) map.remove()
      else map?.once('idle', () => map?.remove())
    }
  }, [styleUrl])

  useEffect(() => {
    if (!loaded) return
    const { map, world } = loaded
    if (!world) {
      if (styleUrl) map.setStyle(styleUrl)
      return
    }
    const colors = readColors(map.getContainer(), isDark)
    map.setStyle(defaultStyle(colors, world), { diff: false })
    showWaterWithLand(map, colors)
  }, [loaded, styleUrl, isDark])

  const shownView = useRef(JSON.stringify(view))
  useEffect(() => {
    const key = JSON.stringify(view)
    if (!loaded || shownView.current === key) return
    shownView.current = key
    if ('bounds' in view) loaded.map.fitBounds(corners(view.bounds), fitOptions(styleUrl))
    else loaded.map.easeTo({ center: lngLat(view.center), zoom: view.zoom })
  }, [loaded, styleUrl, view])

  return (
    <div className={cx('map relative isolate overflow-hidden bg-map-land', className)}>
      <div ref={container} className="size-full" />
      {cityName && (
        <p className="pointer-events-none absolute top-3 left-3 rounded-full bg-surface/90 px-3 py-1 text-sm font-semibold shadow-raised">
          {cityName}
        </p>
      )}
      {loaded && <MapContext value={loaded.map}>{children}</MapContext>}
      {failure && (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-sunken p-6 text-center"
        >
          {failure === 'unsupported' ? (
            <p>This browser can’t show maps. Turn on WebGL or try another browser.</p>
          ) : (
            <>
              <p>The map didn’t load. Check your connection.</p>
              <Button variant="secondary" onPress={onRetry}>
                Load map
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

const corners = ([west, south, east, north]: Bounds): [number, number, number, number] => [
  west,
  south,
  east,
  north,
]

const lngLat = ({ longitude, latitude }: Point): [number, number] => [longitude, latitude]

/** The default style has no streets. Its lower maximum zoom keeps shores and city names in view. */
const fitOptions = (styleUrl?: string) => ({
  padding: 56,
  maxZoom: styleUrl ? 13 : 11,
  duration: 500,
})

function useMap(): MapLibre {
  const map = useContext(MapContext)
  if (!map) throw new Error('No map around this component')
  return map
}

type MarkerProps = {
  point: Point
  anchor?: 'center' | 'bottom'
  /** `isRaised` draws this marker above other markers. */
  isRaised?: boolean
  /**
   * With `onDrop`, the user can drag the marker. `onDrop` receives the point where the user drops
   * it.
   */
  onDrop?: (point: Point) => void
  children: ReactNode
}

export function MapMarker({ point, anchor = 'center', isRaised, onDrop, children }: MarkerProps) {
  const map = useMap()
  const [element] = useState(() => document.createElement('div'))
  const marker = useRef<Marker>(null)
  const { latitude, longitude } = point
  const isDraggable = onDrop !== undefined
  const start = useEffectEvent(() => lngLat(point))
  const drop = useEffectEvent((dropped: Marker) => {
    const { lat, lng } = dropped.getLngLat().wrap()
    onDrop?.({ latitude: lat, longitude: lng })
  })

  useEffect(() => {
    const created = new Marker({ element, anchor, draggable: isDraggable })
      .setLngLat(start())
      .addTo(map)
    // Removes the accessible name and the tab stop that MapLibre sets, because the control is
    // inside the marker.
    for (const name of ['aria-label', 'role', 'tabindex']) element.removeAttribute(name)
    created.on('dragend', () => drop(created))
    marker.current = created
    return () => {
      created.remove()
    }
  }, [map, element, anchor, isDraggable])

  useEffect(() => {
    marker.current?.setLngLat([longitude, latitude])
  }, [latitude, longitude])

  useEffect(() => {
    marker.current?.getElement().style.setProperty('z-index', isRaised ? '1' : '0')
  }, [isRaised])

  return createPortal(children, element)
}

export function MapCircle({ center, radius }: { center: Point; radius: number }) {
  const map = useMap()
  const [size, setSize] = useState(0)
  const { latitude } = center
  useEffect(() => {
    function measure() {
      const metersPerPixel =
        (40_075_017 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** map.getZoom())
      setSize((2 * radius) / metersPerPixel)
    }
    measure()
    map.on('zoom', measure)
    return () => {
      map.off('zoom', measure)
    }
  }, [map, latitude, radius])

  return (
    <MapMarker point={center}>
      <div
        style={{ width: size, height: size }}
        className="pointer-events-none rounded-full border-2 border-accent bg-accent/20"
      />
    </MapMarker>
  )
}
