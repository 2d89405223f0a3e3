import type { Map as MapLibre } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { refineWorld } from './fine-world.ts'
import { fineZoom } from './map-style.ts'
import type { World } from './world.ts'

const world: World = {
  land: { type: 'MultiPolygon', coordinates: [] },
  borders: { type: 'MultiLineString', coordinates: [] },
}

/** Requests of the worker, which all maps share. The tests answer them. */
const requests: MessagePort[] = []

vi.stubGlobal(
  'Worker',
  class extends EventTarget {
    postMessage(_bounds: unknown, [port]: [MessagePort]) {
      requests.push(port)
    }
  },
)

/** A map at zoom level `fineZoom`. `coasts` receives each coast that is shown. */
class FakeMap extends EventTarget {
  west = 0
  coasts: string[] = []
  on(type: string, run: () => void) {
    this.addEventListener(type, run)
  }
  once(type: string, run: () => void) {
    this.addEventListener(type, run, { once: true })
  }
  fire(type: string) {
    this.dispatchEvent(new Event(type))
  }
  getZoom = () => fineZoom
  getBounds = () => ({
    getWest: () => this.west,
    getEast: () => this.west + 1,
    getSouth: () => 0,
    getNorth: () => 1,
  })
  getSource = () => ({ setData: async () => {} })
  setLayerZoomRange(layer: string, _from: number, to: number) {
    if (layer === 'world-land') this.coasts.push(to === fineZoom ? 'fine' : 'coarse')
  }
  setPaintProperty() {}
}

function start() {
  const map = new FakeMap()
  refineWorld(map as unknown as MapLibre)
  const idles = vi.spyOn(map, 'once')
  async function answer() {
    const waiting = idles.mock.calls.length
    requests.pop()?.postMessage(world)
    await expect.poll(() => idles.mock.calls.length).toBeGreaterThan(waiting)
  }
  return { map, answer }
}

test('a map keeps the coarse coastlines outside the loaded region until the fine ones there have loaded', async () => {
  const { map, answer } = start()
  map.fire('moveend')
  await answer()
  map.west = 90
  map.fire('moveend')
  map.fire('idle')
  expect(map.coasts).toEqual(['coarse'])
  await answer()
  map.fire('idle')
  expect(map.coasts).toEqual(['coarse', 'fine'])
})

test('a map that is removed while the fine coastlines load is not changed', async () => {
  const { map, answer } = start()
  map.fire('moveend')
  await answer()
  map.fire('remove')
  map.fire('idle')
  expect(map.coasts).toEqual([])
})
