import { EventEmitter } from 'node:events'
import type { BackgroundLayerSpecification, Map as MapLibre } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { defaultStyle, showWaterWithLand } from './map-style.ts'

const colors = { land: 'tan', water: 'blue', shore: 'aqua', line: 'gray', ink: 'black' }

const world = {
  land: { type: 'MultiPolygon' as const, coordinates: [] },
  borders: { type: 'MultiLineString' as const, coordinates: [] },
}

class FakeMap extends EventEmitter {
  water = (defaultStyle(colors, world).layers[0] as BackgroundLayerSpecification).paint?.[
    'background-color'
  ]
  canvas = { style: { background: '' } }
  getCanvas = () => this.canvas
  setPaintProperty(layer: string, property: string, color: string) {
    if (layer === 'water' && property === 'background-color') this.water = color
  }
}

test('the water of a map has the color of land until the land is rendered', () => {
  const map = new FakeMap()
  showWaterWithLand(map as unknown as MapLibre, colors)
  expect(map.water).toBe('tan')
  map.emit('idle')
  expect(map.water).toBe('blue')
})

test('a map continues the sea beyond the north pole and Antarctica beyond the south pole', () => {
  const map = new FakeMap()
  showWaterWithLand(map as unknown as MapLibre, colors)
  map.emit('idle')
  expect(map.canvas.style.background).toBe('linear-gradient(blue 50%, tan 50%)')
})
