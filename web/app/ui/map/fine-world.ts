import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { fineZoom, showCoast, worldFeatures } from './map-style.ts'
import type { Bounds, World } from './world.ts'

/**
 * Shows fine coastlines and borders (1:10,000,000) while the map shows a region. If they fail to
 * load, the map keeps the coarse ones and tries again after the next move.
 */
export function refineWorld(map: MapLibre): void {
  let shown: { bounds: Bounds; world: World } | undefined
  let isLoading = false
  let isRemoved = false

  async function load(): Promise<void> {
    if (isLoading || map.getZoom() < fineZoom) return
    const visible = boundsOf(map)
    if (shown && contains(shown.bounds, visible)) return
    const bounds = widened(visible)
    isLoading = true
    try {
      if (shown) showCoast(map, 'coarse')
      shown = undefined
      const world = await cutFineWorld(bounds)
      shown = { bounds, world }
      await show()
    } catch (error) {
      console.warn('Fine coastlines are unavailable', error)
      return
    } finally {
      isLoading = false
    }
    // The map may have moved while the data loaded.
    if (!isRemoved) await load()
  }

  async function show(): Promise<void> {
    const next = shown
    if (isRemoved || !next) return
    await map.getSource<GeoJSONSource>('fine-world')?.setData(worldFeatures(next.world))
    // Waits until the fine coastlines are visible before hiding the coarse ones. By then, the map
    // may be removed or show another region.
    map.once('idle', () => {
      if (!isRemoved && shown === next) showCoast(map, 'fine')
    })
  }

  map.on('moveend', load)
  // Also runs after a change of the theme, which replaces the style.
  map.on('style.load', () => (shown ? show() : load()))
  map.once('remove', () => {
    isRemoved = true
  })
}

export function boundsOf(map: MapLibre): Bounds {
  const bounds = map.getBounds()
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}

/**
 * Minimum margin around the visible bounds in degrees. Small moves of the map then need no new
 * data.
 */
const margin = 5

function widened([west, south, east, north]: Bounds): Bounds {
  const [x, y] = [Math.max(margin, east - west), Math.max(margin, north - south)]
  return [west - x, south - y, east + x, north + y]
}

const contains = (outer: Bounds, inner: Bounds) =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]

let worker: Worker | undefined

/**
 * Returns the fine coastlines and borders within bounds. Cuts them in a worker, because their
 * 480,000 points would block the page.
 */
function cutFineWorld(bounds: Bounds): Promise<World> {
  const started = (worker ??= new Worker(new URL('./fine-world-worker.ts', import.meta.url), {
    type: 'module',
  }))
  const { port1, port2 } = new MessageChannel()
  const settled = new AbortController()
  return new Promise<World>((resolve, reject) => {
    port1.addEventListener('message', ({ data }: MessageEvent<World | { error: string }>) => {
      if ('error' in data) reject(new Error(data.error))
      else resolve(data)
    })
    port1.start()
    const onError = () => {
      worker = undefined
      reject(new Error('Failed to start the worker of the map'))
    }
    started.addEventListener('error', onError, { signal: settled.signal })
    started.postMessage(bounds, [port2])
  }).finally(() => {
    port1.close()
    settled.abort()
  })
}
