import type { ExpressionSpecification, Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import worldUrl from 'world-atlas/countries-50m.json?url'
import { cities, type Point } from '@hourspace/domain/gazetteer.ts'
import { readWorld, type Topology, type World } from './world.ts'

let loading: Promise<World> | undefined

/**
 * Loads the coarse coastlines and borders (1:50,000,000). After a failed load, the next call tries
 * again.
 */
export function loadWorld(): Promise<World> {
  loading ??= fetchWorld().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchWorld(): Promise<World> {
  const response = await fetch(worldUrl)
  if (!response.ok) throw new Error(`Failed to load the map (${response.status})`)
  return readWorld((await response.json()) as Topology)
}

/** Returns land and borders as data of a MapLibre source. */
export const worldFeatures = ({ land, borders }: World): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: [land, borders].map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
})

function cityPoints(): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: cities.map(({ name, latitude, longitude, population }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name, population },
    })),
  }
}

/** Radii in kilometers of the circles that are drawn around the center of a very large city. */
const rings = [2, 5, 10]

function cityRings(): GeoJSON.FeatureCollection<GeoJSON.LineString> {
  const veryLarge = cities.filter(({ population }) => population >= 500_000)
  return {
    type: 'FeatureCollection',
    features: veryLarge.flatMap((city) =>
      rings.map((radius) => ({
        type: 'Feature' as const,
        properties: { label: `${radius} km` },
        geometry: { type: 'LineString' as const, coordinates: circleAround(city, radius) },
      })),
    ),
  }
}

const kilometersPerDegree = 111.32

function circleAround({ latitude, longitude }: Point, kilometers: number): GeoJSON.Position[] {
  const corners = 40
  const north = kilometers / kilometersPerDegree
  const east = north / Math.cos((latitude * Math.PI) / 180)
  const points = Array.from({ length: corners }, (_, corner): GeoJSON.Position => {
    const angle = (2 * Math.PI * corner) / corners
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)]
  })
  return [...points, points[0]!]
}

/** Colors of the default style in sRGB, because MapLibre reads no other color space. */
type MapColors = Record<'land' | 'water' | 'shore' | 'line' | 'ink', string>

/** Design token of each color of the map. */
const tokens = {
  land: '--color-map-land',
  water: '--color-map-water',
  shore: '--color-map-shore',
  line: '--color-map-line',
  ink: '--color-ink-soft',
} satisfies Record<keyof MapColors, string>

/** Reads the colors that the design tokens have inside `element` in the given theme. */
export function readColors(element: HTMLElement, isDark: boolean): MapColors {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe = element.appendChild(document.createElement('span'))
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  const colors = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`
    if (!canvas) return [name, '#888888']
    canvas.fillStyle = getComputedStyle(probe).color
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
    return [name, `rgb(${red},${green},${blue})`]
  })
  probe.remove()
  return Object.fromEntries(colors) as MapColors
}

/** Returns a MapLibre opacity expression that fades in a layer from zoom `from` to zoom `to`. */
const fade = (from: number, to: number, opacity = 1): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  from,
  0,
  to,
  opacity,
]

/** From this zoom level on, the coarse coastlines are visibly wrong. */
export const fineZoom = 6

const worldParts = ['shore', 'land', 'coast', 'borders']

/**
 * Opacity of a layer in the land color that covers the map at deep zoom levels. The coastlines are
 * not exact enough there and would put places into the water.
 */
const groundOf = { coarse: fade(8, 10), fine: fade(11.5, 13.5) }

const population: ExpressionSpecification = ['get', 'population']

/**
 * Gives the water of the default style its color after the land has been rendered. Beyond the
 * poles, where the map ends, the canvas continues the sea in the north and Antarctica in the south.
 */
export function showWaterWithLand(map: MapLibre, { water, land }: MapColors): void {
  map.once('idle', () => {
    map.setPaintProperty('water', 'background-color', water)
    map.getCanvas().style.background = `linear-gradient(${water} 50%, ${land} 50%)`
  })
}

/**
 * The default map style with land, borders and city names, whose data ship with the app. The layers
 * of the fine coastlines are empty until `refineWorld` loads their data. The water has the color of
 * land until `showWaterWithLand` changes it. Otherwise places on land would first appear in the sea.
 */
export function defaultStyle(colors: MapColors, world: World): StyleSpecification {
  const isLand: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
  const worldLayers = (source: string, minzoom: number): StyleSpecification['layers'] => [
    {
      // Water is lighter along the coasts.
      id: `${source}-shore`,
      type: 'line',
      source,
      minzoom,
      filter: isLand,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors.shore,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 2, 4, 7, 20, 12, 60],
        'line-blur': ['interpolate', ['exponential', 1.4], ['zoom'], 2, 3, 7, 14, 12, 40],
      },
    },
    {
      id: `${source}-land`,
      type: 'fill',
      source,
      minzoom,
      filter: isLand,
      paint: { 'fill-color': colors.land },
    },
    {
      id: `${source}-coast`,
      type: 'line',
      source,
      minzoom,
      filter: isLand,
      // Blurs the coast at deep zoom levels, because the data are approximate there.
      paint: {
        'line-color': ['interpolate', ['linear'], ['zoom'], 9, colors.line, 11, colors.shore],
        'line-width': ['interpolate', ['linear'], ['zoom'], 9, 0.8, 12, 16],
        'line-blur': ['interpolate', ['linear'], ['zoom'], 9, 0, 12, 14],
      },
    },
    {
      id: `${source}-borders`,
      type: 'line',
      source,
      minzoom,
      filter: ['!', isLand],
      paint: { 'line-color': colors.line, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
  ]
  const text = {
    'text-color': colors.ink,
    'text-halo-color': colors.land,
    'text-halo-width': 1.5,
  }
  const font = ['Hanken Grotesk']
  return {
    version: 8,
    sources: {
      world: { type: 'geojson', data: worldFeatures(world), attribution },
      'fine-world': { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      cities: { type: 'geojson', data: cityPoints() },
      rings: { type: 'geojson', data: cityRings() },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.land } },
      ...worldLayers('world', 0),
      ...worldLayers('fine-world', fineZoom),
      {
        id: 'ground',
        type: 'background',
        paint: { 'background-color': colors.land, 'background-opacity': groundOf.coarse },
      },
      {
        id: 'rings',
        type: 'line',
        source: 'rings',
        minzoom: 9.5,
        paint: { 'line-color': colors.line, 'line-width': 1, 'line-opacity': fade(9.5, 11, 0.7) },
      },
      {
        id: 'ring-labels',
        type: 'symbol',
        source: 'rings',
        minzoom: 10.5,
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 500,
          'text-field': ['get', 'label'],
          'text-font': font,
          'text-size': 11,
        },
        paint: text,
      },
      {
        id: 'city-dots',
        type: 'circle',
        source: 'cities',
        minzoom: 5,
        maxzoom: 10,
        filter: ['>=', population, 50_000],
        paint: {
          'circle-color': colors.ink,
          'circle-radius': ['step', population, 1.5, 300_000, 2, 1_000_000, 3],
          'circle-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0, 6, 0.6, 9, 0.6, 10, 0],
        },
      },
      {
        id: 'cities',
        type: 'symbol',
        source: 'cities',
        filter: ['>=', population, ['step', ['zoom'], 2_500_000, 5, 400_000, 7, 50_000, 9, 0]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': font,
          'text-size': [
            'interpolate',
            ['linear'],
            ['zoom'],
            4,
            13,
            9,
            ['step', population, 12, 200_000, 14, 1_000_000, 17],
            12,
            ['step', population, 14, 200_000, 16, 1_000_000, 21],
          ],
          'text-padding': 6,
          'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
          'text-radial-offset': 0.4,
          // Places the labels of the largest cities first.
          'symbol-sort-key': ['-', 0, population],
        },
        paint: text,
      },
    ],
  }
}

/** Shows either the fine or the coarse coastlines from zoom level `fineZoom` on. */
export function showCoast(map: MapLibre, coast: 'coarse' | 'fine'): void {
  const [end, deep] = coast === 'fine' ? [fineZoom, groundOf.fine] : [24, groundOf.coarse]
  for (const layer of worldParts) map.setLayerZoomRange(`world-${layer}`, 0, end)
  map.setPaintProperty('ground', 'background-opacity', deep)
}

const attribution =
  '<a href="https://www.naturalearthdata.com/" rel="noreferrer" target="_blank">Natural Earth</a>'
